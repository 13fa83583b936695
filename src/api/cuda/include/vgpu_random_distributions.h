// Distributions of cuRAND's device side over any of its generators: uniform, normal, log-normal, Poisson.
//
// Uniform numbers lie in (0, 1], as cuRAND's. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_RANDOM_DISTRIBUTIONS_H
#define VG_VGPU_RANDOM_DISTRIBUTIONS_H

#define VG_OF_STATE      \
  template <class State> \
  VG_RANDOM

VG_OF_STATE float curand_uniform(State* s) {
  return (float)(curand(s) >> 8) * 5.9604644775390625e-8f + 5.9604644775390625e-8f;
}
VG_OF_STATE double curand_uniform_double(State* s) {
  unsigned long long high = curand(s) >> 5, low = curand(s) >> 6;
  return ((double)(high << 26 | low) + 1.0) * 1.1102230246251565e-16;
}
VG_OF_STATE float2 curand_normal2(State* s) {
  float radius = sqrtf(-2.0f * logf(curand_uniform(s)));
  float angle = 6.283185307f * curand_uniform(s);
  return make_float2(radius * cosf(angle), radius * sinf(angle));
}
VG_OF_STATE double2 curand_normal2_double(State* s) {
  double radius = sqrt(-2.0 * log(curand_uniform_double(s)));
  double angle = 6.283185307179586 * curand_uniform_double(s);
  return make_double2(radius * cos(angle), radius * sin(angle));
}
VG_OF_STATE float curand_normal(State* s) {
  if (s->has_spare) {
    s->has_spare = 0;
    return s->spare;
  }
  float2 pair = curand_normal2(s);
  s->spare = pair.y;
  s->has_spare = 1;
  return pair.x;
}
VG_OF_STATE double curand_normal_double(State* s) {
  if (s->has_spare_double) {
    s->has_spare_double = 0;
    return s->spare_double;
  }
  double2 pair = curand_normal2_double(s);
  s->spare_double = pair.y;
  s->has_spare_double = 1;
  return pair.x;
}
VG_OF_STATE float curand_log_normal(State* s, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(s));
}
VG_OF_STATE double curand_log_normal_double(State* s, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(s));
}
VG_OF_STATE float2 curand_log_normal2(State* s, float mean, float deviation) {
  const float2 v = curand_normal2(s);
  return make_float2(expf(mean + deviation * v.x), expf(mean + deviation * v.y));
}
VG_OF_STATE double2 curand_log_normal2_double(State* s, double mean, double deviation) {
  const double2 v = curand_normal2_double(s);
  return make_double2(exp(mean + deviation * v.x), exp(mean + deviation * v.y));
}

// Products of uniform numbers for small means; beyond, the normal distribution is close enough to be told apart only
// by very many numbers.
VG_OF_STATE unsigned curand_poisson(State* s, double mean) {
  if (mean > 64.0) {
    double value = floor(mean + sqrt(mean) * curand_normal_double(s) + 0.5);
    return value < 0.0 ? 0u : (unsigned)value;
  }
  const double limit = exp(-mean);
  double product = curand_uniform_double(s);
  unsigned count = 0;
  while (product > limit) {
    product *= curand_uniform_double(s);
    ++count;
  }
  return count;
}

// Which number a uniform one stands for: the first whose chance, with those of all before it, reaches it.
VG_OF_STATE unsigned curand_discrete(State* s, curandDiscreteDistribution_t distribution) {
  const double wanted = curand_uniform_double(s);
  unsigned low = 0, high = distribution->count - 1;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (distribution->sums[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return distribution->first + low;
}

// Four at once, of Philox alone.
VG_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10* s) {
  float4 v;
  v.x = curand_uniform(s), v.y = curand_uniform(s), v.z = curand_uniform(s),
  v.w = curand_uniform(s);
  return v;
}
VG_RANDOM float4 curand_normal4(curandStatePhilox4_32_10* s) {
  float2 a = curand_normal2(s), b = curand_normal2(s);
  return make_float4(a.x, a.y, b.x, b.y);
}
VG_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10* s) {
  double2 v;
  v.x = curand_uniform_double(s), v.y = curand_uniform_double(s);
  return v;
}
VG_RANDOM double4 curand_uniform4_double(curandStatePhilox4_32_10* s) {
  const double2 a = curand_uniform2_double(s), b = curand_uniform2_double(s);
  return make_double4(a.x, a.y, b.x, b.y);
}
VG_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10* s) {
  const double2 a = curand_normal2_double(s), b = curand_normal2_double(s);
  return make_double4(a.x, a.y, b.x, b.y);
}
VG_RANDOM double4 curand_log_normal4_double(curandStatePhilox4_32_10* s, double mean,
                                            double deviation) {
  const double2 a = curand_log_normal2_double(s, mean, deviation);
  const double2 b = curand_log_normal2_double(s, mean, deviation);
  return make_double4(a.x, a.y, b.x, b.y);
}
VG_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10* s, float mean, float deviation) {
  const float2 a = curand_log_normal2(s, mean, deviation);
  const float2 b = curand_log_normal2(s, mean, deviation);
  return make_float4(a.x, a.y, b.x, b.y);
}
VG_RANDOM uint4 curand_discrete4(curandStatePhilox4_32_10* s, curandDiscreteDistribution_t d) {
  uint4 v;
  v.x = curand_discrete(s, d), v.y = curand_discrete(s, d), v.z = curand_discrete(s, d),
  v.w = curand_discrete(s, d);
  return v;
}
VG_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10* s, double mean) {
  uint4 v;
  v.x = curand_poisson(s, mean), v.y = curand_poisson(s, mean), v.z = curand_poisson(s, mean),
  v.w = curand_poisson(s, mean);
  return v;
}
#undef VG_OF_STATE
#undef VG_RANDOM
#undef VG_RANDOM_MEMBER

#endif
