// Asks every platform for its devices, or remembers what they said.
// SPDX-License-Identifier: MIT
#include "device/opencl/discovery.h"

#include <nlohmann/json.hpp>

#include "base/log.h"
#include "device/opencl/sealed_record.h"
#include "device/opencl/vendors.h"

namespace vgpu::opencl_device {
namespace {

constexpr char kOwnVendor[] = "vGPU project";

std::vector<cl_platform_id> platforms(const ClApi& api) {
  cl_uint count = 0;
  if (api.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_platform_id> found(count);
  if (api.clGetPlatformIDs(count, found.data(), nullptr) != CL_SUCCESS) return {};
  return found;
}

// A device under a vGPU under an OpenCL driver that is a vGPU would be a circle.
bool is_own(const ClApi& api, cl_platform_id platform) {
  char vendor[128] = "";
  api.clGetPlatformInfo(platform, CL_PLATFORM_VENDOR, sizeof vendor, vendor, nullptr);
  return std::string_view(vendor) == kOwnVendor;
}

std::vector<cl_device_id> devices(const ClApi& api, cl_platform_id platform) {
  cl_uint count = 0;
  if (api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_device_id> found(count);
  if (count == 0) return found;
  check(api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, found.data(), nullptr),
        "clGetDeviceIDs");
  return found;
}

// Calls visit(record, platform, device) for each device that can run kernels.
template <typename Visit>
void visit_devices(const ClApi& api, Visit&& visit) {
  const std::vector<cl_platform_id> all = platforms(api);
  for (std::uint32_t p = 0; p < all.size(); ++p) {
    if (is_own(api, all[p])) continue;
    try {
      const std::vector<cl_device_id> found = devices(api, all[p]);
      for (std::uint32_t d = 0; d < found.size(); ++d) {
        DeviceRecord record = read_record(api, all[p], found[d]);
        record.platform = p;
        record.device = d;
        if (record.compiler || !record.il.empty()) visit(record, all[p], found[d]);
      }
    } catch (const ClError& error) {
      log(LogLevel::warning, "opencl: platform {} is left out: {}", p, error.message());
    }
  }
}

std::vector<DeviceRecord> parse(const std::string& text) {
  std::vector<DeviceRecord> records;
  for (const auto& entry : nlohmann::json::parse(text)) records.push_back(from_json(entry));
  return records;
}

}  // namespace

std::vector<DeviceRecord> ask_platforms(const ClApi& api) {
  std::vector<DeviceRecord> records;
  visit_devices(api, [&](const DeviceRecord& record, cl_platform_id, cl_device_id) {
    records.push_back(record);
  });
  return records;
}

std::vector<DeviceRecord> find_devices() {
  const std::optional<Hash128> key = vendors_key();
  if (!key) return {};
  if (const auto text = find_record(*key)) {
    try {
      return parse(*text);
    } catch (const nlohmann::json::exception&) {
      drop_record(*key);  // of another version of vGPU
    }
  }
  const ClApi* api = load_cl();
  if (api == nullptr) return {};
  const std::vector<DeviceRecord> records = ask_platforms(*api);
  nlohmann::json json = nlohmann::json::array();
  for (const DeviceRecord& record : records) json.push_back(to_json(record));
  store_record(*key, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return records;
}

FoundDevice find_again(const ClApi& api, const DeviceRecord& record) {
  FoundDevice result;
  bool exact = false;  // where it was before; two devices may be of one model
  visit_devices(api, [&](const DeviceRecord& now, cl_platform_id platform, cl_device_id device) {
    if (exact || !now.same_device(record)) return;
    exact = now.platform == record.platform && now.device == record.device;
    if (exact || result.device == nullptr) result = {platform, device};
  });
  if (result.device == nullptr) {
    fail(ErrorCode::NoDevice, "OpenCL device {} of {} is not there any more", record.name,
         record.platform_name);
  }
  return result;
}

}  // namespace vgpu::opencl_device
