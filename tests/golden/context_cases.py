"""The cases that record_context.py puts to MindSpore."""

# Key of set_context -> values to set, each read back.
SET_GET = {
    "mode": ["0", "1", "2", "-1", "'graph'", "True", "None", "1.0"],
    "device_target": ["'CPU'", "'cpu'", "3", "None"],
    "device_id": ["0", "3", "-1", "4096", "'0'", "True"],
    "pynative_synchronize": ["True", "False", "1", "'x'"],
    "save_graphs": ["True", "False", "2", "3", "4", "-1", "'x'"],
    "enable_compile_cache": ["False", "'x'", "1"],
    "compile_cache_path": ["'somewhere'", "3", "None"],
    "max_call_depth": ["10", "0", "-1", "'x'", "1.5"],
    "jit_config": [
        "{'jit_level': 'O1'}",
        "{'jit_level': 'O3'}",
        "{'foo': 1}",
        "{'infer_boost': 'on', 'jit_level': 'O1'}",
        "{'infer_boost': 'on'}",
        "{}",
        "3",
        "ms.JitConfig()",
    ],
    "jit_syntax_level": ["0", "1", "2", "3", "'x'", "ms.STRICT"],
    "jit_level": ["'O1'", "'O0'", "3"],
    "debug_level": ["0", "1", "2", "'x'"],
    "ascend_config": ["{'precision_mode': 'force_fp16'}", "{'foo': 1}", "3"],
    "gpu_config": ["{'matmul_allow_tf32': True}", "{'foo': 1}", "3"],
    "aoe_config": ["{'job_type': '1'}", "{'job_type': '3'}", "{'foo': 1}", "3"],
    "aoe_tune_mode": ["'online'", "'offline'", "'x'", "3"],
    "memory_optimize_level": ["'O0'", "'O1'", "'O2'", "1"],
    "exec_order": ["'bfs'", "'dfs'", "'x'", "3"],
    "deterministic": ["'ON'", "'OFF'", "'on'", "True"],
    "max_device_memory": ["'3GB'", "'x'", "'0GB'", "3"],
    "mempool_block_size": ["'2GB'", "'x'", "3"],
    "variable_memory_max_size": ["'3GB'", "'40GB'", "3"],
    "print_file_path": ["'x.txt'", "3"],
    "enable_graph_kernel": ["True", "'x'"],
    "graph_kernel_flags": ["'--opt_level=1'", "3"],
    "enable_reduce_precision": ["False", "'x'"],
    "enable_auto_mixed_precision": ["True", "'x'"],
    "enable_sparse": ["True"],
    "auto_tune_mode": ["'x'"],
    "check_bprop": ["True", "'x'"],
    "inter_op_parallel_num": ["2", "-1", "'x'"],
    "runtime_num_threads": ["3", "-1", "'x'"],
    "op_timeout": ["10", "-1", "'x'"],
    "disable_format_transform": ["True", "'x'"],
    "profiling_options": ["'x'", "3"],
    "enable_profiling": ["True", "'x'", "3"],
    "env_config_path": ["'x'", "3"],
    "reserve_class_name_in_scope": ["False", "'x'"],
    "support_binary": ["True", "3"],
    "enable_parallel_split": ["True", "3"],
    "precision_mode": ["'force_fp16'"],
    "jit_compile": ["True"],
    "matmul_allow_hf32": ["True"],
    "op_debug_option": ["'oom'"],
    "ge_options": ["{}"],
    "host_scheduling_max_threshold": ["1"],
    "topo_order": ["'x'"],
    "conv_allow_tf32": ["False", "3"],
    "conv_fprop_algo": ["'normal'", "3"],
    "infer_boost": ["'on'", "3"],
    "cur_step_num": ["2", "'x'"],
    "need_ckpt": ["True", "'x'"],
    "hccl_watchdog": ["False", "'x'"],
    "pp_1f1b_overlap": ["'AlltoAll'", "3"],
    "interleaved_matmul_comm": ["True", "3"],
    "compute_communicate_fusion_level": ["1", "'x'"],
    "precompile_only": ["True"],
    "grad_for_scalar": ["True"],
    "exception_dump": ["'1'"],
    "save_compile_cache": ["True", "3"],
    "load_compile_cache": ["True"],
    "jit_enable_inplace_ops": ["True", "3"],
    "enable_dump": ["True"],
    "save_dump_path": ["'.'"],
    "foo": ["1"],
    "_graph_memory_max_size": ["'1'"],
}
# The same for set_auto_parallel_context.
AUTO_PARALLEL = {
    "device_num": ["8", "0", "'x'", "True"],
    "global_rank": ["3", "-1", "4096", "'x'"],
    "gradients_mean": ["True", "1", "None"],
    "gradient_fp32_sync": ["False", "1", "None"],
    "loss_repeated_mean": ["False", "1"],
    "pipeline_stages": ["2", "0", "True", "'x'"],
    "auto_pipeline": ["True", "1"],
    "pipeline_result_broadcast": ["True", "1"],
    "pipeline_segments": ["2", "0"],
    "parallel_mode": [
        "'data_parallel'",
        "'semi_auto_parallel'",
        "'x'",
        "3",
        "ms.ParallelMode.AUTO_PARALLEL",
        "None",
    ],
    "search_mode": ["'sharding_propagation'", "'dynamic_programming'", "'x'", "3", "None"],
    "auto_parallel_search_mode": ["'sharding_propagation'", "'x'"],
    "parameter_broadcast": ["True", "1", "None"],
    "strategy_ckpt_load_file": ["'a.ckpt'", "1", "None"],
    "strategy_ckpt_save_file": ["'a.ckpt'", "1", "None"],
    "group_ckpt_save_file": ["'a.ckpt'", "1"],
    "full_batch": ["True", "1", "None"],
    "dataset_strategy": ["'full_batch'", "((1, 2), (1, 2))", "'x'", "3", "(1, 2)", "((1, 'a'),)"],
    "enable_parallel_optimizer": ["True", "1"],
    "force_fp32_communication": ["True", "1"],
    "parallel_optimizer_config": [
        "{'gradient_accumulation_shard': True}",
        "{'foo': 1}",
        "{'parallel_optimizer_threshold': -1}",
        "{'optimizer_level': 'level9'}",
        "{'optimizer_weight_shard_size': 2}",
    ],
    "pipeline_config": [
        "{'pipeline_interleave': True, 'pipeline_scheduler': 'gpipe'}",
        "{'pipeline_interleave': False, 'pipeline_scheduler': 'gpipe'}",
        "{'pipeline_interleave': True, 'pipeline_scheduler': 'x'}",
        "{'foo': 1}",
        "{'pipeline_interleave': True}",
        "3",
    ],
    "grad_accumulation_step": ["1", "2", "0", "'x'"],
    "all_reduce_fusion_config": ["[8, 16]", "[]", "[2, 1]", "[1, 1]", "['a']", "3"],
    "communi_parallel_mode": ["'no_group_parallel'", "'NO_GROUP_PARALLEL'", "'x'", "3", "None"],
    "optimizer_weight_shard_size": ["2", "1", "'x'"],
    "optimizer_weight_shard_aggregated_save": ["True", "1", "None"],
    "sharding_propagation": ["True", "1"],
    "enable_alltoall": ["True", "1"],
    "comm_fusion": [
        "{'allreduce': {'mode': 'size', 'config': 32}}",
        "{'allreduce': {'mode': 'x', 'config': 32}}",
        "{'allreduce': {'mode': 'size'}}",
        "{'allreduce': 3}",
        "{'allgather': {'mode': 'index', 'config': [1]}}",
        "{'foo': 3}",
        "{'openstate': False}",
        "{'openstate': 3}",
        "3",
    ],
    "strategy_ckpt_config": [
        "{'load_file': 'a', 'save_file': 'b', 'only_trainable_params': False}",
        "{'foo': 1}",
        "{'load_file': 1}",
        "{'only_trainable_params': 1}",
        "3",
    ],
    "dump_local_norm": ["True", "None"],
    "dump_local_norm_path": ["'x'", "None"],
    "init_param_in_compile": ["False", "None"],
    "foo": ["1"],
}
# One case per line, statements divided by semicolons.
OTHER = r"""
ms.get_ps_context('foo')
ms.set_ps_context(foo=1)
ms.set_ps_context(enable_ps=1)
ms.set_ps_context(enable_ssl=True) ; ms.get_ps_context('enable_ssl')
ms.set_ps_context(enable_ssl=True) ; ms.reset_ps_context() ; ms.get_ps_context('enable_ssl')
ms.set_ps_context(worker_num=2) ; ms.get_ps_context('worker_num')
ms.set_ps_context(scheduler_port='x')
ms.get_algo_parameters('foo')
ms.set_algo_parameters(foo=1)
ms.set_algo_parameters(fully_use_devices=1)
ms.set_algo_parameters(fully_use_devices=True) ; ms.get_algo_parameters('fully_use_devices')
ms.set_algo_parameters(tensor_slice_align_size=0)
ms.set_algo_parameters(tensor_slice_align_size=32) ;
    ms.get_algo_parameters('tensor_slice_align_size')
ms.set_algo_parameters(algo_approxi_epsilon=0.0)
ms.set_algo_parameters(algo_approxi_epsilon=1.0) ; ms.get_algo_parameters('algo_approxi_epsilon')
ms.set_algo_parameters(algo_approxi_epsilon=0.5) ;
    ms.reset_algo_parameters() ;
    ms.get_algo_parameters('algo_approxi_epsilon')
cost_model.set_cost_model_context(foo=1)
cost_model.get_cost_model_context('foo')
cost_model.set_cost_model_context(run_phase=2)
cost_model.set_cost_model_context(costmodel_alpha=1)
cost_model.set_cost_model_context(costmodel_alpha=2.0) ;
    cost_model.get_cost_model_context('costmodel_alpha')
cost_model.set_cost_model_context(costmodel_alpha=2.0) ;
    cost_model.reset_cost_model_context() ;
    cost_model.get_cost_model_context('costmodel_alpha')
cost_model._set_multi_subgraphs() ; cost_model._get_multi_subgraphs()
cost_model._set_algo_single_loop(1)
cost_model._set_algo_single_loop() ; cost_model._get_algo_single_loop()
cost_model.set_cost_model_context(multi_subgraphs=True)
get_ap('foo')
set_ap(parallel_mode='data_parallel', device_num=4, gradients_mean=True) ;
    reset_ap() ;
    (get_ap('parallel_mode'), get_ap('device_num'), get_ap('gradients_mean'))
set_ap(dataset_strategy='full_batch') ;
    (get_ap('full_batch'), get_ap('dataset_strategy'), get_ap('full_batch_is_set'))
set_ap(dataset_strategy=((1,),)) ; reset_ap() ; get_ap('dataset_strategy')
set_ap(parallel_optimizer_config={'optimizer_level': 'level2'}) ; apc.get_grad_accumulation_shard()
apc.get_parallel_optimizer_threshold()
apc.get_device_num_is_set()
apc.set_device_num(8) ; apc.get_device_num_is_set()
apc.get_global_rank_is_set()
apc.get_parameter_broadcast_is_set()
apc.set_parameter_broadcast(False) ; apc.get_parameter_broadcast_is_set()
apc.set_all_reduce_fusion_split_indices([3, 7]) ; apc.get_all_reduce_fusion_split_indices()
apc.set_all_reduce_fusion_split_indices([3, 7], 'g1') ;
    (apc.get_all_reduce_fusion_split_indices(), apc.get_all_reduce_fusion_split_indices('g1'))
apc.set_all_reduce_fusion_split_sizes([3, 7]) ; apc.get_all_reduce_fusion_split_sizes()
apc.get_enable_all_reduce_fusion()
apc.get_enable_all_gather_fusion()
apc.get_enable_fold_pipeline()
apc.get_pipeline_segments()
apc.get_auto_parallel_new_interface()
apc.fusion_threshold_mb()
apc.set_fusion_threshold_mb(-1)
apc.set_comm_fusion({'allreduce': {'mode': 'size', 'config': 32}}) ;
    (apc.fusion_threshold_mb(), apc.get_comm_fusion())
auto_parallel_context() is apc
utils._get_device_num()
set_ap(device_num=8) ; utils._get_device_num()
set_ap(parallel_mode='data_parallel', device_num=8) ; utils._get_device_num()
set_ap(parallel_mode='data_parallel') ; utils._get_device_num()
set_ap(parallel_mode='data_parallel', global_rank=3) ; utils._get_global_rank()
utils._get_global_rank()
utils._get_gradients_mean()
utils._get_parallel_mode()
utils._get_pipeline_stages()
utils._get_enable_parallel_optimizer()
utils._get_stage_device_num()
utils._get_full_batch()
utils._get_parameter_broadcast()
utils._is_in_auto_parallel_mode()
utils._need_to_full()
utils._to_full_shapes([(2, 3), (4,)], 8)
utils._device_number_check('stand_alone', 2)
utils._parameter_broadcast_check('stand_alone', True)
set_ap(full_batch=True) ; utils._check_full_batch()
comm.get_rank()
comm.get_group_size()
comm.get_local_rank()
comm.get_local_rank_size()
comm.get_rank(1)
comm.get_group_size(1)
comm.get_rank('nowhere')
comm.get_world_rank_from_group_rank('a', 0)
comm.get_world_rank_from_group_rank(1, 0)
comm.get_group_rank_from_world_rank(0, 'a')
comm.get_group_rank_from_world_rank(0, 1)
comm.create_group('a', [0])
comm.create_group(1, [0])
comm.destroy_group('a')
comm.destroy_group(1)
comm.get_comm_name()
comm.get_process_group_ranks()
comm.init('foo')
comm.init(1)
comm.init('hccl')
comm.init('nccl')
comm.release()
(comm.GlobalComm.BACKEND, comm.GlobalComm.WORLD_COMM_GROUP)
(comm.GlobalComm.INITED, comm.GlobalComm.CHECK_ENVS)
(comm.HCCL_WORLD_COMM_GROUP, comm.NCCL_WORLD_COMM_GROUP, comm.MCCL_WORLD_COMM_GROUP)
setenv('RANK_ID', '3') ; setenv('RANK_SIZE', '8') ; (comm.get_rank(), comm.get_group_size())
ms.get_context(3)
ms.get_context('memory')
ms.set_context(3)
ms.set_context()
ms.set_context(mode=0, foo=1)
ms.get_current_device()
ms.get_current_device().device_target
ms.set_device('CPU') ; ms.set_device('CPU', 0) ; ms.get_current_device()
ms.set_device('CPU') ; ms.set_device('CPU', 1)
ms.set_device('CPU', 1) ; (ms.get_current_device(), ms.get_context('device_id'))
ms.set_device('CPU', -1)
ms.set_device('cpu')
ms.set_device(3)
ms.set_device('CPU', '0')
ms.set_deterministic(True) ; ms.get_context('deterministic')
ms.set_deterministic(True) ; ms.set_deterministic(True)
ms.set_deterministic(False) ; ms.get_context('deterministic')
ms.set_deterministic(1)
ms.set_recursion_limit(0)
ms.set_recursion_limit('x')
ms.set_recursion_limit(10)
ms.ParallelMode.MODE_LIST
ms.JitConfig(jit_level='O3')
ms.JitConfig(exc_mode='x')
ms.JitConfig(jit_syntax_level='x')
ms.JitConfig(debug_level='x')
ms.JitConfig(infer_boost='x')
sorted(ms.JitConfig().jit_config_dict.items())
sorted(ms.JitConfig(jit_level='O1', foo=3).jit_config_dict.items())
sorted(ms.JitConfig('O2', 'sink', 'STRICT').jit_config_dict.items())
(ms.STRICT, ms.COMPATIBLE, ms.LAX, ms.GRAPH_MODE, ms.PYNATIVE_MODE)
runtime.set_memory(max_size='1GB') ; runtime.set_memory(max_size='1GB')
runtime.set_memory(max_size='x')
runtime.set_memory(max_size='0GB')
runtime.set_memory(optimize_level='O5')
runtime.set_memory(max_size=3)
runtime.launch_blocking() ; ms.get_context('pynative_synchronize')
runtime.dispatch_threads_num(2) ; runtime.dispatch_threads_num(2)
runtime.dispatch_threads_num(0)
runtime.dispatch_threads_num('x')
runtime.set_kernel_launch_group(3, 8)
runtime.set_kernel_launch_group(0, 8)
runtime.set_kernel_launch_group() ; runtime.set_kernel_launch_group()
runtime.set_kernel_launch_group() ; runtime.set_kernel_launch_capture(True)
runtime.set_kernel_launch_capture(True, 3)
runtime.set_kernel_launch_capture(3)
runtime.set_cpu_affinity(False) ; runtime.set_cpu_affinity(False)
runtime.StreamCtx(3) ; runtime.StreamCtx(3)
runtime.set_cur_stream(3) ; runtime.set_cur_stream(3)
runtime.Event()
hal.device_count()
hal.device_count('x')
hal.device_count(3)
hal.is_available('CPU')
hal.is_available('x')
hal.is_initialized('x')
hal.get_device_name(0)
hal.get_device_name(1)
hal.get_device_name(-1)
hal.get_device_name('a')
hal.get_device_properties(0)
hal.get_device_capability(0)
hal.get_arch_list()
hal.Event(1)
hal.Event()
hal.StreamCtx(1)
hal.set_cur_stream(1)
ms.device_context.cpu.is_available()
ms.device_context.cpu.device_count()
ms.device_context.cpu.op_tuning.threads_num(2) ; ms.device_context.cpu.op_tuning.threads_num(2)
ms.device_context.cpu.op_tuning.threads_num(0)
ms.device_context.gpu.op_precision.matmul_allow_tf32(3)
ms.device_context.gpu.op_precision.matmul_allow_tf32(True)
ms.device_context.ascend.op_precision.precision_mode('x')
ms.device_context.ascend.op_debug.execute_timeout('x')
ms.device_context.ascend.is_available()
ms.device_context.ascend.device_count()
ms.get_level()
ms.get_log_config()
ms.__version__
"""
# Calls into _checkparam, divided by vertical bars.
CHECKPARAM = r"""
check_positive_int(3) | check_positive_int(0) | check_positive_int(0, 'a', 'Op')
check_positive_int('x', 'a') | check_positive_int(True, 'a', 'Op')
check_positive_int(1.5, 'a', 'Op') | check_non_negative_int(-1, 'a', 'Op') | check_negative_int(1)
check_non_positive_int(1) | check_equal_int(1, 2, 'a', 'Op') | check_int(1, 2, _c.GE, 'a', 'Op')
check_int(1, 2, _c.IN, 'a') | check_is_int(1.0, 'a', 'Op') | check_is_int(True)
check_is_float(1) | check_is_float(float('inf'), 'a') | check_positive_float(0.0, 'a', 'Op')
check_positive_float(1) | check_positive_float(float('nan')) | check_float(1.0, 2.0, _c.GT)
check_non_negative_float(-1.0) | check_non_positive_float(1.0) | check_negative_float(1.0)
check_positive_float_sequence([1.0, 0.0], 'a') | check_positive_int_sequence((1, 0), 'dims')
check_positive_int_sequence((1, 2)) | check_non_negative_int_sequence((1, -1)) | check_bool(True)
check_bool(1) | check_bool(1, 'a', 'Op') | check_int_range(3, 0, 2, _c.INC_LEFT, 'a', 'Op')
check_int_range(1, 0, 2, _c.INC_LEFT) | check_int_range(True, 0, 2, _c.INC_LEFT)
check_float_range(1.5, 0.0, 1.0, _c.INC_BOTH, 'a') | check_float_range(1, 0.0, 1.0, _c.INC_BOTH)
check_float_range(0.0, 0.0, 1.0, _c.INC_NEITHER) | check_float_range(1.0, 0.0, 1.0, _c.INC_RIGHT)
check_number_range(2, 0, 1, _c.INC_RIGHT, int, 'n', 'Op') | check_string('a', ['a', 'b'])
check_string('c', ['a', 'b'], 'mode', 'Op') | check_string(3, ['a']) | check_str_by_regular('a b')
check_str_by_regular('ab') | check_str_and_none_by_regular('') | check_file_name_by_regular('a/b')
check_file_name_by_regular('a/') | check_file_name_by_regular(3)
check_file_name_by_regular('a b', prim_name='Op') | check_pad_value_by_mode('same', 1, 'Conv')
check_pad_value_by_mode('pad', 1, 'Conv') | check_valid_input('a', None, 'Op')
check_valid_input('a', 3, 'Op') | check_value_type('a', 3, [int])
check_value_type('a', 3, int, 'Op') | check_value_type('a', 'x', [int, float], 'Op')
check_value_type('a', True, [int]) | check_value_type('a', 0.1234567891, [float])
check_value_type('a', 'x', int) | check_value_type('a', None, (str, type(None)))
check('a', 1, 'b', 2, _c.LT, 'Op') | check('a', 1, 'b', 2, _c.GT, 'Op')
check('len of a', 1, 'b', 2) | check('a', 1, 'b', 2, _c.EQ, None, TypeError)
check_number('a', 1, 2, _c.GT, 'Op') | check_number('a', 3, 2, _c.GT, 'Op')
check_isinstance('a', 1, str) | check_isinstance('a', 1, int) | check_is_number(1, int)
check_is_number(True, int, 'a', 'Op') | check_reduce_shape((2, 3), (2,), 1, 'Op', 'a', 'b')
check_reduce_shape((2, 3), (3,), 1, 'Op', 'a', 'b') | check_transpose_axis((), 3)
check_transpose_axis(((0, 1),), 2) | check_transpose_axis((0, 1), 3)
check_transpose_axis(([1, 0],), 2) | check_transpose_axis(('a',), 2)
check_reshape_shp(((1, 2),)) | check_reshape_shp((1, 2)) | check_reshape_shp(([1, 2],))
check_reshape_shp(('a',)) | check_flatten_order('C') | check_flatten_order('X')
check_flatten_order(3) | check_swapaxes_axis(-1, 3) | check_swapaxes_axis((0, -1), 3)
check_swapaxes_axis((0, 5), 3) | check_swapaxes_axis('a', 3) | check_swapaxes_axis((0, 'a'), 3)
prepare_shape_for_squeeze((1, 2, 1), 0) | prepare_shape_for_squeeze((1, 2, 1), (0, -1))
prepare_shape_for_squeeze((1, 2, 1), 1) | prepare_shape_for_squeeze((1, 2), 2)
prepare_shape_for_squeeze((1, 2), 'a') | check_axis_in_range(-1, 3) | check_axis_in_range(3, 3)
check_axis_in_range('a', 3) | check_axis_valid(None, 3) | check_axis_valid((0, -1), 3)
check_axis_valid((0, -3), 3) | check_axis_valid(-1, 3) | max_(1, 2) | min_(1, 2)
expanded_shape(3, 5, 1) | tuple_slice((1, 2, 3), 1, 3) | infer_out_shape((2, 1), (3,))
infer_out_shape((2, 1), (3, 4), (5,)) | infer_out_shape((0, 1), (1, 3)) | check_axis_type(1)
check_axis_type((1, 'a')) | check_axis_type('a') | check_axis_type('a', True, True, False)
check_and_canonicalize_axes((0, -1), 3) | check_and_canonicalize_axes((0, 0), 3)
check_and_canonicalize_axes(5, 3) | check_and_canonicalize_axes('a', 3)
check_element_type_of_iterable('a', [1, 'x'], [int], 'Op')
check_element_type_of_iterable('a', 3, [int]) | check_element_type_of_iterable('a', [1], [int])
check_element_type_of_dict('a', {'x': 1}, [str], [int])
check_element_type_of_dict('a', {1: 1}, [str], [int])
check_element_type_of_dict('a', {'x': 's'}, [str], [int, float], 'Op')
check_size_and_element_type_of_tuple('a', (1, 2), 2, int)
check_size_and_element_type_of_tuple('a', (1, 2), 3, int)
check_size_and_element_type_of_tuple('a', (1, 'x'), 2, int) | check_input_format('NCHW')
check_input_format('NHWC') | once(3) | twice(3) | twice((1, 2)) | twice((1, 2, 3))
twice((1, 'a')) | twice('a') | triple(2) | twice_sequence([1, 2]) | twice_sequence([1])
triple_sequence(True) | check_input_data(3, data_class=int)
check_input_data([3, 'x'], data_class=int) | check_input_data({'a': 'x'}, data_class=(int, float))
check_input_data(None, data_class=(int, None)) | check_output_data(None) | check_output_data(3)
check_input_dataset(dataset_type=int) | check_input_dataset(3, dataset_type=int)
check_type_support(1, 'CPU', (2,)) | check_type_support(1, 'GPU', (2,))
check_hook_fn(3) | check_type_name('t', int, [int, float], 'Op')
check_type_name('t', str, [int, float], 'Op') | check_type_name('t', str, int, 'Op')
_check_3d_int_or_tuple('k', 2, 'Conv3d')
_check_3d_int_or_tuple('k', (1, 2, 3), 'Conv3d', ret_five=True)
_check_3d_int_or_tuple('k', (1, 2), 'Conv3d') | _check_3d_int_or_tuple('k', 0, 'Conv3d')
_check_3d_int_or_tuple('k', (1, 1, 1, 2, 3), 'Conv3d', allow_five=True)
_check_3d_int_or_tuple('k', 2, 'Conv3d', third_one=True)
_check_3d_int_or_tuple('k', (1, 2), 'Conv3d', three_input=True)
(_c.EQ, _c.NE, _c.LT, _c.LE, _c.GT, _c.GE)
(_c.INC_NEITHER, _c.INC_LEFT, _c.INC_RIGHT, _c.INC_BOTH, _c.IN, _c.NOT_IN)
"""
