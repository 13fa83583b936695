// FFTW and SciPy as peers.
// SPDX-License-Identifier: MIT
#include "fftw.h"

#include <string>

#include "library.h"
#include "python_peer.h"

namespace bench {
namespace {

constexpr int kForward = -1;
constexpr unsigned kMeasure = 0;
constexpr double kPlanSeconds = 4;

struct Fftw {
  Library plain{"libfftw3f.so.3"}, threads{"libfftw3f_threads.so.3"};
  void* (*plan)(int, const int*, float*, float*, int, unsigned) =
      plain.function<void*(int, const int*, float*, float*, int, unsigned)>("fftwf_plan_dft");
  void (*execute)(const void*) = plain.function<void(const void*)>("fftwf_execute");
  void (*limit)(double) = plain.function<void(double)>("fftwf_set_timelimit");
  int (*init_threads)() = threads.function<int()>("fftwf_init_threads");
  void (*use_threads)(int) = threads.function<void(int)>("fftwf_plan_with_nthreads");
};

const Fftw& fftw() {
  static const Fftw library;
  static const bool ready = library.init_threads != nullptr && library.init_threads() != 0;
  (void)ready;
  return library;
}

}  // namespace

std::function<void()> fftw_transform(const std::vector<int>& n, float* in, float* out,
                                     int threads) {
  const Fftw& library = fftw();
  if (library.plan == nullptr) return {};
  if (library.use_threads != nullptr) library.use_threads(threads);
  library.limit(kPlanSeconds);
  const void* plan =
      library.plan(static_cast<int>(n.size()), n.data(), in, out, kForward, kMeasure);
  return [execute = library.execute, plan] { execute(plan); };
}

std::function<void()> scipy_transform(const std::vector<int>& n) {
  std::string shape;
  for (int size : n) shape += std::to_string(size) + ",";
  return python_peer({"-c",
                      "import sys, numpy, scipy.fft\n"
                      "x = numpy.random.rand(" +
                          shape +
                          " 2).astype(numpy.float32).view(numpy.complex64)[..., 0]\n"
                          "print('ready', flush=True)\n"
                          "for line in sys.stdin:\n"
                          "    scipy.fft.fftn(x)\n"
                          "    print('done', flush=True)\n"});
}

}  // namespace bench
