// The scenarios of the conformance suite that fail, each with the reason: it asks for something that only a test server has, or for
// something optional that this server does not offer.

/** The suite on npm. */
export const kSuite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

const tool = (name) => `calls the tool \`${name}\``
const resource = (uri) => `reads the resource \`${uri}\``
const prompts = 'asks for prompts, which are optional; this server has none'
const prompt = (name) => `gets the prompt \`${name}\``
const logging = 'asks for log messages, which are optional; this server sends none'
const subscription = 'subscribes to a resource, which is optional; this server sends no notifications'
const tasks = 'asks for the extension Tasks, which is optional and not offered; no tool of this server takes time'
/** Several checks of the scenario fail. */
const checks = (failed, reason) => ({ failed, reason })
/** What fails, from a reason or checks(). */
export const failureOf = (entry) => (typeof entry === 'string' ? checks(1, entry) : entry)
const input = (name) => `calls the tool \`${name}\`, which asks the client for input; no tool of this server does`

/** In both generations. */
const common = {
  'completion-complete': 'completes an argument of a prompt, which is optional; this server has neither prompts nor completions',
  'json-schema-2020-12': tool('json_schema_2020_12_tool'),
  'prompts-get-embedded-resource': prompt('test_prompt_with_embedded_resource'),
  'prompts-get-simple': prompt('test_simple_prompt'),
  'prompts-get-with-args': prompt('test_prompt_with_arguments'),
  'prompts-get-with-image': prompt('test_prompt_with_image'),
  'prompts-list': prompts,
  'resources-read-binary': resource('test://static-binary'),
  'resources-read-text': resource('test://static-text'),
  'resources-templates-read': resource('test://template/123/data'),
  'tools-call-audio': tool('test_audio_content'),
  'tools-call-embedded-resource': tool('test_embedded_resource'),
  'tools-call-error': tool('test_error_handling'),
  'tools-call-image': tool('test_image_content'),
  'tools-call-mixed-content': tool('test_multiple_content_types'),
  'tools-call-simple-text': tool('test_simple_text'),
  'tools-call-with-progress': tool('test_tool_with_progress'),
}

/** By revision and scenario. Without checks() one check fails. */
export const kExpected = {
  '2026-07-28': {
    ...common,
    caching: prompts,
    'http-custom-header-server-validation': checks(5, 'asks for a tool with `x-mcp-header` in its input schema; no tool of this server has one'),
    'input-required-result-basic-elicitation': input('test_input_required_result_elicitation'),
    'input-required-result-basic-list-roots': input('test_input_required_result_list_roots'),
    'input-required-result-basic-sampling': input('test_input_required_result_sampling'),
    'input-required-result-capability-check': input('test_input_required_result_capabilities'),
    'input-required-result-multi-round': input('test_input_required_result_multi_round'),
    'input-required-result-multiple-input-requests': input('test_input_required_result_multiple_inputs'),
    'input-required-result-non-tool-request': prompt('test_input_required_result_prompt'),
    'input-required-result-request-state': input('test_input_required_result_request_state'),
    'input-required-result-result-type': input('test_input_required_result_elicitation'),
    'input-required-result-tampered-state': input('test_input_required_result_tampered_state'),
    'server-stateless': checks(4, 'calls the tools `test_missing_capability`, `test_streaming_elicitation` and `test_logging_tool`'),
    'tasks-capability-negotiation': checks(4, tasks),
    'tasks-dispatch-and-envelope': checks(6, tasks),
    'tasks-lifecycle': checks(8, tasks),
    'tasks-mrtr-composition': tasks,
    'tasks-mrtr-input': checks(3, tasks),
    'tasks-request-headers': checks(3, tasks),
    'tasks-request-state-removal': tasks,
    'tasks-required-task-error': tasks,
    'tasks-wire-fields': checks(3, tasks),
  },
  '2025-11-25': {
    ...common,
    'elicitation-sep1034-defaults': input('test_elicitation_sep1034_defaults'),
    'elicitation-sep1330-enums': input('test_elicitation_sep1330_enums'),
    'logging-set-level': logging,
    'resources-subscribe': subscription,
    'resources-unsubscribe': subscription,
    'tools-call-elicitation': input('test_elicitation'),
    'tools-call-sampling': input('test_sampling'),
    'tools-call-with-logging': logging,
  },
}
