// The order in which the groups of a grid run: small two-dimensional tiles.
//
// Neighbouring groups read neighbouring data in x and in y; walked row by row, a large grid would
// have thrown a row's data out of the cache before the next row comes. Kernels that keep data from
// one group to the next along y want tiles that are one column wide. Used by grid_runner.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace vgpu {

class GroupWalk {
 public:
  static constexpr std::uint64_t kTile = 8;  // groups in x and in y

  // Stands on group number `index` of the walk, which must be less than all groups together. A band
  // that is not 0 makes tiles one group wide and that many high.
  GroupWalk(const std::array<std::uint64_t, 3>& groups, std::uint64_t index, std::uint64_t band = 0)
      : groups_(groups), tile_x_(band != 0 ? 1 : kTile), tile_y_(band != 0 ? band : kTile) {
    const std::uint64_t plane = groups[0] * groups[1];
    id_[2] = index / plane;
    index %= plane;
    band_ = index / (groups[0] * tile_y_) * tile_y_;
    index -= band_ * groups[0];
    height_ = std::min(tile_y_, groups[1] - band_);
    column_ = index / (tile_x_ * height_) * tile_x_;
    index -= column_ * height_;
    width_ = std::min(tile_x_, groups[0] - column_);
    id_[0] = column_ + index % width_;
    id_[1] = band_ + index / width_;
  }

  const std::array<std::uint64_t, 3>& id() const { return id_; }

  // Groups from here to the end of the tile's row, this one too: next() moves only in x between them.
  std::uint64_t left_in_row() const { return column_ + width_ - id_[0]; }
  // As so many calls of next(), fewer than are left in the row.
  void move_in_row(std::uint64_t groups) { id_[0] += groups; }

  // Along x inside the tile, then its next row, then the next tile to the right, the next band of
  // tiles, the next plane.
  void next() {
    if (++id_[0] < column_ + width_) return;
    id_[0] = column_;
    if (++id_[1] < band_ + height_) return;
    id_[1] = band_;
    column_ += width_;
    if (column_ == groups_[0]) {
      column_ = 0;
      band_ += height_;
      if (band_ == groups_[1]) {
        band_ = 0;
        ++id_[2];
      }
      height_ = std::min(tile_y_, groups_[1] - band_);
    }
    width_ = std::min(tile_x_, groups_[0] - column_);
    id_[0] = column_;
    id_[1] = band_;
  }

 private:
  std::array<std::uint64_t, 3> groups_;
  std::uint64_t tile_x_, tile_y_;  // groups
  std::array<std::uint64_t, 3> id_{};
  std::uint64_t band_ = 0, height_ = 0;   // first row of the band of tiles, and its rows
  std::uint64_t column_ = 0, width_ = 0;  // first column of the tile, and its columns
};

}  // namespace vgpu
