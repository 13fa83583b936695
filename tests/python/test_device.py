"""vgpu.Device: properties, selection, policies, errors. SPDX-License-Identifier: MIT"""
import pytest

import vgpu


def test_properties(device):
    properties = device.properties()
    assert properties.name and properties.kind == "cpu"
    assert properties.multiProcessorCount >= 1
    assert properties.totalGlobalMem > 1 << 28
    assert properties.warpSize == 32
    assert properties.simdWidth in (128, 256, 512)


def test_every_device_is_found_by_its_index():
    assert [d.index for d in vgpu.devices()] == list(range(vgpu.device_count()))


@pytest.mark.parametrize("wrong", [-1, 1000])
def test_a_wrong_index_is_an_error(wrong):
    with pytest.raises(vgpu.Error) as error:
        vgpu.Device(wrong)
    assert error.value.code_name == "vgpuErrorInvalidDevice"


def test_a_wrong_name_is_an_error():
    with pytest.raises(vgpu.Error, match="no-such-device"):
        vgpu.Device("no-such-device")


def test_policies_are_kept(device):
    for policy in (vgpu.Policy.PERFORMANCE, vgpu.Policy.MEMORY_SAVER, vgpu.Policy.POWER_SAVER, vgpu.Policy.BALANCED):
        device.set_policy(policy)
        assert device.policy == policy


def test_workload_classes_are_kept(device):
    for workload in (vgpu.WorkloadType.ML_TRAINING, vgpu.WorkloadType.AUTO):
        device.classify_workload(workload)
        assert device.workload == workload


def test_equality_and_repr(device):
    assert device == vgpu.Device(device.index) and str(device.index) in repr(device)
