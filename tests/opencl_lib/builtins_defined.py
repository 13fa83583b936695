"""Checks that the device library defines every OpenCL builtin that clang's header declares.

Called by ctest: builtins_defined.py CLANG FOLDER, where FOLDER holds the library's *.symbols. clang lists the mangled
names of opencl-c.h for OpenCL C 1.2 and 3.0 with all extensions of the target; what is not a builtin of this device is
listed below with the reason.
SPDX-License-Identifier: MIT
"""
import glob
import os
import re
import subprocess
import sys

NOT_OURS = {
    "images and samplers": r"ocl_image|ocl_sampler",
    "extensions of other vendors": r"intel_|arm_|amd_",
    "enqueueing kernels from kernels": r"ocl_queue|ocl_clkevent|ndrange_[123]D|create_user_event|get_default_queue",
    "pipes": r"ocl_reserveid",
    "lowered by the front end": r"^printf$",
}


def declared(clang, standard):
    """The mangled names of all functions in opencl-c.h."""
    command = [clang, "-x", "cl", f"-cl-std={standard}", "--target=spir64", "-cl-no-stdinc", "-fsyntax-only",
               "-Xclang", "-ast-dump=json", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write("#include <opencl-c.h>\n")
        process.stdin.close()
        names = {m.group(1) for line in process.stdout if (m := re.search(r'"mangledName": "([^"]*)"', line))}
    return names if process.returncode == 0 else set()


def main():
    clang, folder = sys.argv[1:]
    defined = set()
    for path in glob.glob(os.path.join(folder, "*.symbols")):
        with open(path, encoding="ascii") as file:
            defined.update(file.read().split())
    failed = False
    for standard in ("CL1.2", "CL3.0"):
        names = declared(clang, standard)
        missing = sorted(n for n in names - defined if not any(re.search(p, n) for p in NOT_OURS.values()))
        print(f"{standard}: {len(names)} builtins declared, {len(missing)} of ours undefined")
        print("\n".join("  " + name for name in missing[:40]))
        failed |= bool(missing) or len(names) < 10000
    sys.exit(1 if failed else 0)


main()
