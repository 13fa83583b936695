// Packs arguments, loads code, runs groups to their end and hands back the buffers.
//
// Buffers, local memory and frames have guard bytes behind them: a kernel that writes too far fails its test.
// SPDX-License-Identifier: MIT
#include "kernels/run_kernel.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "compiler/code_image.h"
#include "compiler/kept_frame.h"
#include "compiler/kernel_abi.h"
#include "compiler/services.h"

namespace vgpu::test {
namespace {

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t to) {
  return (value + to - 1) / to * to;
}

class Memory {
 public:
  explicit Memory(std::uint64_t size) : size_(size) {
    std::uint64_t whole = round_up(size + kGuard, compiler::kFrameAlignment);
    data_ = static_cast<std::byte*>(std::aligned_alloc(compiler::kFrameAlignment, whole));
    std::memset(data_, 0xa5, whole);
  }
  ~Memory() { std::free(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  std::byte* data() const { return data_; }
  std::uint64_t size() const { return size_; }
  bool is_intact() const {
    return std::all_of(data_ + size_, data_ + size_ + kGuard,
                       [](std::byte byte) { return byte == std::byte{0xa5}; });
  }

 private:
  static constexpr std::uint64_t kGuard = 128;
  std::uint64_t size_;
  std::byte* data_;
};

struct Image {
  std::unique_ptr<compiler::CodeImage> code;
  compiler::GroupFunction entry = nullptr;
  compiler::GroupsFunction several = nullptr;
  compiler::CodeInfo info;
  compiler::KeptFrame kept;
  std::shared_ptr<Memory> frame;  // of all groups, if they hand on what they keep there
};

struct Group {
  std::uint64_t id[3];
  const Image* image;
  std::unique_ptr<Memory> local;
  std::shared_ptr<Memory> frame;
  std::uint32_t state = 0;
};

class Launch {
 public:
  Launch(const compiler::FrontResult& module, const compiler::KernelInfo& kernel,
         const LaunchShape& shape, const Setting& setting)
      : module_(module),
        kernel_(kernel),
        shape_(shape),
        setting_(setting),
        variables_(module.info.image.size() + 1) {
    std::memcpy(variables_.data(), module.info.image.data(), module.info.image.size());
    for (const compiler::ImageRelocation& relocation : module.info.relocations) {
      std::byte* target = find_variable(relocation.symbol) + relocation.addend;
      std::memcpy(variables_.data() + relocation.offset, &target, sizeof target);
    }
  }

  Buffers run(const Arguments& arguments, std::string& error) {
    pack(arguments);
    if (!make_groups(error)) return {};
    for (bool waiting = true; waiting;) {
      waiting = false;
      for (std::size_t i = 0; i < groups_.size();) {
        const std::size_t count = count_together(i);
        waiting |= count > 1 ? step_together(i, count) : step(groups_[i]);
        i += count;
      }
    }
    flush();
    check_guards(error);
    Buffers results;
    for (const auto& buffer : buffers_) {
      results.emplace_back(buffer->data(), buffer->data() + buffer->size());
    }
    return results;
  }

 private:
  std::byte* find_variable(const std::string& symbol) {
    for (const compiler::VariableInfo& variable : module_.info.variables) {
      if (variable.symbol == symbol) return variables_.data() + variable.offset;
    }
    return nullptr;
  }

  void pack(const Arguments& arguments) {
    block_.resize(kernel_.argument_bytes + 16);
    for (std::size_t i = 0; i < arguments.entries().size(); ++i) {
      const Arguments::Entry& entry = arguments.entries()[i];
      std::byte* place = block_.data() + kernel_.arguments.at(i).offset;
      if (entry.kind == Arguments::Kind::buffer) {
        buffers_.push_back(std::make_unique<Memory>(entry.bytes.size()));
        std::copy(entry.bytes.begin(), entry.bytes.end(), buffers_.back()->data());
        std::byte* address = buffers_.back()->data();
        std::memcpy(place, &address, sizeof address);
      } else if (entry.kind == Arguments::Kind::local) {
        std::memcpy(place, &entry.local_bytes, sizeof entry.local_bytes);
        local_arguments_ += round_up(entry.local_bytes, compiler::kFrameAlignment);
      } else {
        std::copy(entry.bytes.begin(), entry.bytes.end(), place);
      }
    }
    launch_.arguments = block_.data();
    for (unsigned dim = 0; dim < 3; ++dim) {
      launch_.group_count[dim] = (shape_.global[dim] + shape_.local[dim] - 1) / shape_.local[dim];
      launch_.global_size[dim] = shape_.global[dim];
      launch_.global_offset[dim] = shape_.offset[dim];
    }
    launch_.work_dim = shape_.global[2] > 1 ? 3 : shape_.global[1] > 1 ? 2 : 1;
    launch_.dynamic_local_bytes = shape_.dynamic_local;
    launch_.services = &services_;
  }

  bool make_groups(std::string& error) {
    std::uint64_t id[3];
    for (id[2] = 0; id[2] < launch_.group_count[2]; ++id[2]) {
      for (id[1] = 0; id[1] < launch_.group_count[1]; ++id[1]) {
        for (id[0] = 0; id[0] < launch_.group_count[0]; ++id[0]) {
          if (!make_group(id, error)) return false;
        }
      }
    }
    return true;
  }

  bool make_group(const std::uint64_t (&id)[3], std::string& error) {
    Size3 size;
    for (unsigned dim = 0; dim < 3; ++dim) {
      auto start = static_cast<std::uint32_t>(id[dim] * shape_.local[dim]);
      size[dim] = std::min(shape_.local[dim], shape_.global[dim] - start);
    }
    const Image* image = find_image(size, error);
    if (image == nullptr) return false;
    std::uint64_t local = image->info.local_bytes + local_arguments_ +
                          round_up(shape_.dynamic_local, compiler::kFrameAlignment);
    auto frame = image->frame ? image->frame : std::make_shared<Memory>(image->info.frame_bytes);
    groups_.push_back(
        {{id[0], id[1], id[2]}, image, std::make_unique<Memory>(local), std::move(frame)});
    return true;
  }

  const Image* find_image(Size3 size, std::string& error) {
    std::unique_ptr<Image>& image = images_[size];
    if (image == nullptr) image = compile(size, error);
    return image.get();
  }

  std::unique_ptr<Image> compile(Size3 size, std::string& error) {
    compiler::CodeRequest request;
    request.bitcode = &module_.bitcode;
    request.symbol = kernel_.symbol;
    std::copy_n(size.data(), 3, request.local_size);
    std::copy_n(shape_.local.data(), 3, request.enqueued_size);
    request.instruction_set = setting_.set;
    request.width = setting_.width;
    request.jam_x = setting_.jam_x;
    request.jam_y = setting_.jam_y;
    request.lockstep = setting_.lockstep;
    request.quick = setting_.quick;
    const char* debug = std::getenv("VGPU_TEST_DEBUG");
    request.debug = debug != nullptr ? static_cast<std::uint32_t>(std::atoi(debug)) : 0;
    compiler::CodeResult result = plugin().generate(request);
    if (request.debug != 0) print(result);
    if (!result.ok) {
      error = result.log.empty() ? "failed without a word" : result.log;
      return nullptr;
    }
    for (const compiler::Remark& remark : result.remarks) {
      if (remark.text.find("internal compiler error") == std::string::npos) continue;
      error = remark.text;
      return nullptr;
    }
    auto image = std::make_unique<Image>();
    auto resolve = [&](const std::string& name) -> void* {
      if (std::byte* variable = find_variable(name)) return variable;
      return compiler::find_service(name);
    };
    image->info = result.info;
    image->code = std::make_unique<compiler::CodeImage>(result.object, kernel_.name, resolve);
    image->entry =
        reinterpret_cast<compiler::GroupFunction>(image->code->symbol(compiler::kGroupSymbol));
    image->several =
        reinterpret_cast<compiler::GroupsFunction>(image->code->symbol(compiler::kGroupsSymbol));
    keep_frame(*image);
    return image;
  }

  // Generated code has no signature in front of it that a sanitizer could check.
  __attribute__((no_sanitize("function"))) static void keep_frame(Image& image) {
    void* tell = image.code->symbol(compiler::kKeptFrameSymbol);
    if (tell == nullptr) return;
    reinterpret_cast<compiler::KeptFrameFunction>(tell)(&image.kept);
    image.frame = std::make_shared<Memory>(image.info.frame_bytes);
    std::memset(image.frame->data() + image.kept.offset, 0, image.kept.bytes);
  }

  static void print(const compiler::CodeResult& result) {
    std::fprintf(stderr, "%s", result.log.c_str());
    for (const compiler::Remark& remark : result.remarks) {
      std::fprintf(stderr, "[%s] %s %s\n", remark.pass.c_str(), remark.text.c_str(),
                   remark.location.c_str());
    }
  }

  // Neighbours along x that one call runs, as devices do it.
  std::size_t count_together(std::size_t first) const {
    const Group& group = groups_[first];
    std::size_t count = 1;
    while (group.image->several != nullptr && count < kMostTogether &&
           first + count < groups_.size() && groups_[first + count].image == group.image &&
           groups_[first + count].id[0] == group.id[0] + count) {
      ++count;
    }
    return count;
  }

  __attribute__((no_sanitize("function"))) bool step_together(std::size_t first,
                                                              std::size_t count) {
    if (groups_[first].state == kEnded) return false;
    std::vector<std::uint64_t> ids;
    for (std::size_t i = first; i < first + count; ++i) {
      ids.insert(ids.end(), std::begin(groups_[i].id), std::end(groups_[i].id));
      groups_[i].state = kEnded;
    }
    const Group& group = groups_[first];
    group.image->several(&launch_, ids.data(), group.local->data(), group.frame->data(),
                         static_cast<std::uint32_t>(count));
    return false;
  }

  // Runs a group until it ends or waits for the grid; whether it has to be called again.
  __attribute__((no_sanitize("function"))) bool step(Group& group) {
    if (group.state == kEnded) return false;
    std::uint32_t state = group.image->entry(&launch_, group.id, group.local->data(),
                                             group.frame->data(), group.state);
    group.state = state == 0 ? kEnded : state;
    return state != 0;
  }

  __attribute__((no_sanitize("function"))) void flush() {
    for (const auto& [size, image] : images_) {
      if (image->kept.flush == 0) continue;
      const std::uint64_t none[3] = {};
      image->entry(&launch_, none, nullptr, image->frame->data(), compiler::kResumeFlush);
    }
  }

  void check_guards(std::string& error) const {
    for (const Group& group : groups_) {
      if (!group.local->is_intact()) error = "wrote behind local memory";
      if (!group.frame->is_intact()) error = "wrote behind the frame";
    }
    for (const auto& buffer : buffers_) {
      if (!buffer->is_intact()) error = "wrote behind a buffer";
    }
  }

  static constexpr std::uint32_t kEnded = ~std::uint32_t{0};
  static constexpr std::size_t kMostTogether = 3;  // so that small grids have a rest, too

  const compiler::FrontResult& module_;
  const compiler::KernelInfo& kernel_;
  const LaunchShape& shape_;
  const Setting& setting_;
  Memory variables_;
  compiler::LaunchServices services_;
  compiler::LaunchFrame launch_{};
  std::vector<std::byte> block_;
  std::vector<std::unique_ptr<Memory>> buffers_;
  std::uint64_t local_arguments_ = 0;
  std::map<Size3, std::unique_ptr<Image>> images_;
  std::vector<Group> groups_;
};

}  // namespace

Buffers run_kernel(const compiler::FrontResult& module, const compiler::KernelInfo& kernel,
                   const LaunchShape& shape, const Arguments& arguments, const Setting& setting,
                   std::string& error) {
  return Launch(module, kernel, shape, setting).run(arguments, error);
}

}  // namespace vgpu::test
