// FFTW and SciPy as peers.
// SPDX-License-Identifier: MIT
#include "fftw.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "library.h"

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

// A Python process that transforms the array once for each line it is sent.
class Scipy {
 public:
  explicit Scipy(const std::vector<int>& n) {
    std::string shape;
    for (int size : n) shape += std::to_string(size) + ",";
    const std::string program =
        "import sys, numpy, scipy.fft\n"
        "x = numpy.random.rand(" +
        shape +
        " 2).astype(numpy.float32).view(numpy.complex64)[..., 0]\n"
        "print('ready', flush=True)\n"
        "for line in sys.stdin:\n"
        "    scipy.fft.fftn(x)\n"
        "    print('done', flush=True)\n";
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    posix_spawn_file_actions_addclose(&actions, to[1]);
    posix_spawn_file_actions_addclose(&actions, from[0]);
    const char* arguments[] = {"/usr/bin/python3", "-c", program.c_str(), nullptr};
    const int failed = posix_spawn(&child_, "/usr/bin/python3", &actions, nullptr,
                                   const_cast<char**>(arguments), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]), close(from[1]);
    to_ = to[1], from_ = from[0];
    works_ = failed == 0 && answered();
  }
  ~Scipy() {
    if (to_ >= 0) close(to_), close(from_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }
  Scipy(const Scipy&) = delete;
  Scipy& operator=(const Scipy&) = delete;

  bool works() const { return works_; }
  void run() {
    if (write(to_, "x\n", 2) != 2 || !answered()) works_ = false;
  }

 private:
  bool answered() const {
    char byte = 0;
    while (byte != '\n') {
      if (read(from_, &byte, 1) != 1) return false;
    }
    return true;
  }

  pid_t child_ = 0;
  int to_ = -1, from_ = -1;
  bool works_ = false;
};

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
  signal(SIGPIPE, SIG_IGN);  // a Python without SciPy ends at once
  const auto peer = std::make_shared<Scipy>(n);
  if (!peer->works()) return {};
  return [peer] { peer->run(); };
}

}  // namespace bench
