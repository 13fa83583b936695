// Sums over many points: times against limits, accuracy against the sum over all pairs, and that time grows as the number.
// SPDX-License-Identifier: MIT
#include <vgpu/fmm.hpp>
#include <vgpu/vgpu.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>

#include "row.h"

namespace bench {
namespace {

struct Cloud {
  std::vector<vgpu::Point3> points;
  std::vector<double> charges, potential;
  std::vector<vgpu::Point3> gradient;
  vgpuFmmTimes times{};

  explicit Cloud(std::size_t n) : points(n), charges(n), potential(n), gradient(n) {
    std::minstd_rand random(3);
    std::uniform_real_distribution<double> between(0, 1);
    for (auto& point : points) point = {between(random), between(random), between(random)};
    for (double& charge : charges) charge = between(random) - 0.5;
  }

  void run(int digits) {
    vgpu::check(vgpuFmmLaplace3d(points[0].data(), charges.data(), points.size(), nullptr, 0,
                                 digits, potential.data(), gradient[0].data(), &times));
    vgpu::check(vgpuStreamSynchronize(nullptr));
  }

  // Errors of a sample of the targets: of potential and gradient.
  std::pair<double, double> errors() const {
    std::vector<vgpu::Point3> at, slope;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < points.size();
         i += std::max<std::size_t>(1, points.size() / 1000)) {
      which.push_back(i), at.push_back(points[i]);
    }
    std::vector<double> exact(at.size());
    slope.resize(at.size());
    vgpu::check(vgpuFmmLaplace3dDirect(points[0].data(), charges.data(), points.size(),
                                       at[0].data(), at.size(), exact.data(), slope[0].data()));
    vgpu::check(vgpuStreamSynchronize(nullptr));
    double wrong[2] = {}, size[2] = {};
    for (std::size_t i = 0; i < at.size(); ++i) {
      wrong[0] += std::pow(exact[i] - potential[which[i]], 2), size[0] += exact[i] * exact[i];
      for (int a = 0; a < 3; ++a) {
        wrong[1] += std::pow(slope[i][a] - gradient[which[i]][a], 2),
            size[1] += slope[i][a] * slope[i][a];
      }
    }
    return {std::sqrt(wrong[0] / size[0]), std::sqrt(wrong[1] / size[1])};
  }
};

// `potential` and `gradient` are the errors that the limit goes with.
void add(Session& session, std::size_t n, int digits, double limit, double potential,
         double gradient) {
  char name[64];
  std::snprintf(name, sizeof name, "fmm laplace3d %g points %d digits", double(n), digits);
  if (!session.wants(name)) return;
  const auto cloud = std::make_shared<Cloud>(n);
  Comparison row;
  row.name = name, row.limit = limit;
  row.work = double(n), row.unit = "G pts/s";
  row.ours = [cloud, digits] { cloud->run(digits); };
  row.check = [cloud, potential, gradient, label = row.name]() -> std::string {
    const auto [e, g] = cloud->errors();
    const vgpuFmmTimes& t = cloud->times;
    std::fprintf(stderr,
                 "\n%s: errors %.1e and %.1e; tree %.3f, lists %.3f, up %.3f, across %.3f, down "
                 "%.3f, leaves %.3f s\n",
                 label.c_str(), e, g, t.tree, t.lists, t.up, t.across, t.down, t.leaves);
    return e <= potential && g <= gradient ? "" : "less accurate than asked for";
  };
  session.compare(row);
}

// All pairs of a few targets: what the method replaces.
void add_direct(Session& session) {
  constexpr std::size_t kN = 20000;
  const std::string name = "fmm all pairs of 20000 points";
  if (!session.wants(name)) return;
  const auto cloud = std::make_shared<Cloud>(kN);
  Comparison row;
  row.name = name, row.work = double(kN) * double(kN), row.unit = "G pairs/s";
  row.ours = [cloud] {
    vgpu::check(vgpuFmmLaplace3dDirect(cloud->points[0].data(), cloud->charges.data(), kN, nullptr,
                                       0, cloud->potential.data(), cloud->gradient[0].data()));
    vgpu::check(vgpuStreamSynchronize(nullptr));
  };
  session.compare(row);
}

void run(Session& session) {
  add(session, 1000000, 3, 1.45, 3e-4, 6e-4);
  add(session, 1000000, 6, 4.1, 3e-6, 1.4e-5);
  add_direct(session);
  for (std::size_t n : {10000, 100000}) add(session, n, 3, 0, 1e-3, 4e-3);
  add(session, 100000, 9, 0, 1e-9, 4e-9);
}

const Suite suite("fmm", run);

}  // namespace
}  // namespace bench
