// Sums over points through the C and C++ interfaces: results, order on streams, misuse.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <vgpu/fmm.hpp>
#include <vgpu/vgpu.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace {

struct Cloud {
  std::vector<vgpu::Point3> points;
  std::vector<double> charges;
  explicit Cloud(std::size_t n) : points(n), charges(n) {
    for (std::size_t i = 0; i < n; ++i) {
      const double t = static_cast<double>(i);
      points[i] = {std::sin(12.9 * t), std::sin(78.2 * t + 1), std::cos(37.7 * t)};
      charges[i] = std::cos(t);
    }
  }
};

double relative_error(const std::vector<double>& got, const std::vector<double>& wanted) {
  double wrong = 0, size = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    wrong += (got[i] - wanted[i]) * (got[i] - wanted[i]), size += wanted[i] * wanted[i];
  }
  return std::sqrt(wrong / size);
}

std::vector<double> direct(const Cloud& cloud) {
  std::vector<double> potential(cloud.points.size());
  vgpu::check(vgpuFmmLaplace3dDirect(cloud.points[0].data(), cloud.charges.data(),
                                     cloud.points.size(), nullptr, 0, potential.data(), nullptr));
  vgpu::check(vgpuStreamSynchronize(nullptr));
  return potential;
}

TEST(Fmm, AgreesWithAllPairs) {
  const Cloud cloud(4000);
  const auto wanted = direct(cloud);
  for (int digits : {3, 6, 9}) {
    const auto got = vgpu::laplace3d(cloud.points, cloud.charges, nullptr, digits, true);
    EXPECT_LT(relative_error(got.potential, wanted), 4 * std::pow(10, -digits));
    EXPECT_EQ(got.gradient.size(), cloud.points.size());
  }
}

TEST(Fmm, GradientIsTheSlopeOfThePotential) {
  const Cloud cloud(2000);
  constexpr double kStep = 1e-4;
  const std::vector<vgpu::Point3> at = {
      {0.1, 0.2, 0.3}, {0.1 + kStep, 0.2, 0.3}, {0.1, 0.2 + kStep, 0.3}, {0.1, 0.2, 0.3 + kStep}};
  const auto got = vgpu::laplace3d(cloud.points, cloud.charges, &at, 10, true);
  for (int a = 0; a < 3; ++a) {
    const double slope = (got.potential[a + 1] - got.potential[0]) / kStep;
    EXPECT_NEAR(slope, got.gradient[0][a], 0.02 * std::abs(slope) + 0.5);
  }
}

TEST(Fmm, RunsInTheStreamsOrder) {
  const Cloud cloud(500);
  vgpu::GpuStream stream;
  vgpu::GpuBuffer<double> potential(500);
  std::vector<double> got(500);
  vgpuFmmTimes times{};
  vgpu::check(vgpuFmmLaplace3d(cloud.points[0].data(), cloud.charges.data(), 500, nullptr, 0, 6,
                               potential.data(), nullptr, &times, stream.get()));
  potential.read_async(got.data(), 500, stream);
  stream.synchronize();
  EXPECT_LT(relative_error(got, direct(cloud)), 1e-6);
  EXPECT_GT(times.leaves, 0);
}

TEST(Fmm, EmptySetsAreFine) {
  EXPECT_TRUE(vgpu::laplace3d({}, {}).potential.empty());
  const std::vector<vgpu::Point3> at = {{1, 2, 3}};
  EXPECT_EQ(vgpu::laplace3d({}, {}, &at).potential, std::vector<double>{0});
}

// Points of the plane and their charges, from the cloud's first two coordinates.
std::vector<vgpu::Point2> flat(const Cloud& cloud) {
  std::vector<vgpu::Point2> points;
  for (const vgpu::Point3& x : cloud.points) points.push_back({x[0], x[1]});
  return points;
}

TEST(Fmm, PlaneAgreesWithAllPairs) {
  const Cloud cloud(4000);
  const auto points = flat(cloud);
  std::vector<double> wanted(points.size());
  vgpu::check(vgpuFmmLaplace2dDirect(points[0].data(), cloud.charges.data(), points.size(), nullptr,
                                     0, wanted.data(), nullptr));
  vgpu::check(vgpuStreamSynchronize(nullptr));
  double first = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    first += cloud.charges[i] *
             std::log(std::hypot(points[i][0] - points[0][0], points[i][1] - points[0][1]));
  }
  EXPECT_NEAR(wanted[0], first, 1e-9 * static_cast<double>(points.size()));
  for (int digits : {3, 6, 9}) {
    const auto got = vgpu::laplace2d(points, cloud.charges, nullptr, digits, true);
    EXPECT_LT(relative_error(got.potential, wanted), 4 * std::pow(10, -digits));
    EXPECT_EQ(got.gradient.size(), points.size());
  }
}

TEST(Fmm, GradientInThePlaneIsTheSlopeOfThePotential) {
  const Cloud cloud(2000);
  constexpr double kStep = 1e-5;
  const std::vector<vgpu::Point2> at = {{0.1, 0.2}, {0.1 + kStep, 0.2}, {0.1, 0.2 + kStep}};
  const auto got = vgpu::laplace2d(flat(cloud), cloud.charges, &at, 10, true);
  for (int a = 0; a < 2; ++a) {
    const double slope = (got.potential[a + 1] - got.potential[0]) / kStep;
    EXPECT_NEAR(slope, got.gradient[0][a], 0.02 * std::abs(slope) + 0.5);
  }
}

TEST(Fmm, BadArgumentsAreErrors) {
  Cloud cloud(10);
  std::vector<double> out(10);
  const auto code = [&](const double* points, std::size_t n, int digits, double* potential) {
    return vgpuFmmLaplace3d(points, cloud.charges.data(), n, nullptr, 0, digits, potential, nullptr,
                            nullptr);
  };
  EXPECT_EQ(code(nullptr, 10, 6, out.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(code(cloud.points[0].data(), 10, 6, nullptr), vgpuErrorInvalidValue);
  EXPECT_EQ(code(cloud.points[0].data(), 10, 0, out.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(code(cloud.points[0].data(), 10, 11, out.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(code(cloud.points[0].data(), SIZE_MAX / 8, 6, out.data()), vgpuErrorInvalidValue);
  cloud.points[3][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(code(cloud.points[0].data(), 10, 6, out.data()),
            vgpuSuccess);  // found out when it runs
  EXPECT_EQ(vgpuStreamSynchronize(nullptr), vgpuErrorInvalidValue);
  EXPECT_THROW(vgpu::laplace3d(cloud.points, {1, 2}), vgpu::RuntimeError);
  vgpuGetLastError();
}

}  // namespace
