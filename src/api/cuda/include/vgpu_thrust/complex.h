// thrust::complex, for host and device.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_COMPLEX_H
#define VGPU_THRUST_COMPLEX_H

#include <cmath>
#include <complex>

#include "vgpu_attributes.h"

namespace thrust {

template <class T>
class complex {
 public:
  typedef T value_type;
  VG_BOTH constexpr complex(const T& re = T(), const T& im = T()) : re_(re), im_(im) {}
  template <class U>
  VG_BOTH complex(const complex<U>& z) : re_((T)z.real()), im_((T)z.imag()) {}
  template <class U>
  complex(const std::complex<U>& z) : re_((T)z.real()), im_((T)z.imag()) {}
  operator std::complex<T>() const { return std::complex<T>(re_, im_); }
  VG_BOTH constexpr T real() const { return re_; }
  VG_BOTH constexpr T imag() const { return im_; }
  VG_BOTH void real(T re) { re_ = re; }
  VG_BOTH void imag(T im) { im_ = im; }
  VG_BOTH complex& operator+=(const complex& z) { return *this = *this + z; }
  VG_BOTH complex& operator-=(const complex& z) { return *this = *this - z; }
  VG_BOTH complex& operator*=(const complex& z) { return *this = *this * z; }
  VG_BOTH complex& operator/=(const complex& z) { return *this = *this / z; }

  VG_BOTH friend complex operator+(const complex& a, const complex& b) {
    return complex(a.re_ + b.re_, a.im_ + b.im_);
  }
  VG_BOTH friend complex operator-(const complex& a, const complex& b) {
    return complex(a.re_ - b.re_, a.im_ - b.im_);
  }
  VG_BOTH friend complex operator*(const complex& a, const complex& b) {
    return complex(a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_);
  }
  // Scaled by the greater part, so that squares do not overflow.
  VG_BOTH friend complex operator/(const complex& a, const complex& b) {
    const T re = b.re_ < 0 ? -b.re_ : b.re_, im = b.im_ < 0 ? -b.im_ : b.im_;
    const T scale = T(1) / (re < im ? im : re);
    const T c = b.re_ * scale, d = b.im_ * scale, size = (c * c + d * d) / scale;
    return complex((a.re_ * c + a.im_ * d) / size, (a.im_ * c - a.re_ * d) / size);
  }
  VG_BOTH friend complex operator-(const complex& z) { return complex(-z.re_, -z.im_); }
  VG_BOTH friend complex operator+(const complex& z) { return z; }
  VG_BOTH friend bool operator==(const complex& a, const complex& b) {
    return a.re_ == b.re_ && a.im_ == b.im_;
  }
  VG_BOTH friend bool operator!=(const complex& a, const complex& b) { return !(a == b); }
  template <class Stream>
  friend Stream& operator<<(Stream& stream, const complex& z) {
    stream << '(' << z.re_ << ',' << z.im_ << ')';
    return stream;
  }

 private:
  alignas(2 * sizeof(T)) T re_;
  T im_;
};

#define VG_OF_COMPLEX(type, name, ...)     \
  template <class T>                       \
  VG_BOTH type name(const complex<T>& z) { \
    const T x = z.real(), y = z.imag();    \
    (void)x, (void)y;                      \
    return __VA_ARGS__;                    \
  }
VG_OF_COMPLEX(T, abs, ::hypot(x, y))
VG_OF_COMPLEX(T, arg, ::atan2(y, x))
VG_OF_COMPLEX(T, norm, x* x + y * y)
VG_OF_COMPLEX(complex<T>, conj, complex<T>(x, -y))
template <class T>
VG_BOTH complex<T> polar(const T& size, const T& angle = T()) {
  return complex<T>(size * ::cos(angle), size * ::sin(angle));
}
VG_OF_COMPLEX(complex<T>, exp, polar((T)::exp(x), y))
VG_OF_COMPLEX(complex<T>, log, complex<T>(::log(abs(z)), arg(z)))
VG_OF_COMPLEX(complex<T>, log10, log(z) * complex<T>(T(0.43429448190325182765)))
VG_OF_COMPLEX(complex<T>, sqrt, polar((T)::sqrt(abs(z)), arg(z) / 2))
VG_OF_COMPLEX(complex<T>, sin, complex<T>(::sin(x) * ::cosh(y), ::cos(x) * ::sinh(y)))
VG_OF_COMPLEX(complex<T>, cos, complex<T>(::cos(x) * ::cosh(y), -::sin(x) * ::sinh(y)))
VG_OF_COMPLEX(complex<T>, tan, sin(z) / cos(z))
VG_OF_COMPLEX(complex<T>, sinh, complex<T>(::sinh(x) * ::cos(y), ::cosh(x) * ::sin(y)))
VG_OF_COMPLEX(complex<T>, cosh, complex<T>(::cosh(x) * ::cos(y), ::sinh(x) * ::sin(y)))
VG_OF_COMPLEX(complex<T>, tanh, sinh(z) / cosh(z))
#undef VG_OF_COMPLEX
template <class T>
VG_BOTH complex<T> pow(const complex<T>& z, const complex<T>& power) {
  return z == complex<T>() ? complex<T>(power == complex<T>() ? T(1) : T(0)) : exp(log(z) * power);
}
template <class T, class Power, class = std::enable_if_t<std::is_arithmetic<Power>::value>>
VG_BOTH complex<T> pow(const complex<T>& z, const Power& power) {
  return pow(z, complex<T>((T)power));
}

}  // namespace thrust

#endif
