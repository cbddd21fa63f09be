// What the suite asks for and Turnpike does not offer, scenario by scenario. A scenario with `checks` may fail in those alone; one that is
// not listed may not fail at all, and one that is listed and passes is reported too.
const TOOLS_ONLY = 'Turnpike offers tools only, and says so in its capabilities:';
const resources = `${TOOLS_ONLY} there are no resources to list, read or subscribe to.`;
const prompts = `${TOOLS_ONLY} there are no prompts.`;
const completion = `${TOOLS_ONLY} without prompts and resource templates there is no argument to complete.`;
const sampling = 'No tool of Turnpike asks the client’s model for anything: what is needed is an argument, and what lacks is a refusal that names it.';
const elicitation = 'No tool of Turnpike asks the person at the client: what a person must decide is a refusal whose repair says who and where.';
const inputRequired = 'No tool of Turnpike asks the client for input in the middle of a call, by sampling, elicitation or roots: every call is answered or refused.';
const logging = 'Turnpike sends no log messages to clients and declares no logging: a call is followed by its progress, a run by its events.';
const tasks = 'The tasks extension is not offered: a long run is a run with an id of its own, read by runs_get at every door. Not scored.';
const paramHeaders = 'No tool of Turnpike declares x-mcp-header parameters, so none comes in a header. Not scored.';

const all = (reason, ...scenarios) => Object.fromEntries(scenarios.map((scenario) => [scenario, { reason }]));

export const WAIVERS = {
  '2025-11-25': {
    ...all(logging, 'logging-set-level', 'tools-call-with-logging'),
    ...all(completion, 'completion-complete'),
    ...all(sampling, 'tools-call-sampling'),
    ...all(elicitation, 'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'),
    ...all(resources, 'resources-list', 'resources-read-text', 'resources-read-binary', 'resources-templates-read', 'resources-subscribe', 'resources-unsubscribe'),
    ...all(prompts, 'prompts-list', 'prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image'),
  },
  '2026-07-28': {
    ...all(completion, 'completion-complete'),
    ...all(resources, 'resources-list', 'resources-read-text', 'resources-read-binary', 'resources-templates-read'),
    ...all(prompts, 'prompts-list', 'prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image'),
    caching: {
      reason: `${TOOLS_ONLY} the hints on lists of prompts and resources have no list to be on; those on tools/list are checked.`,
      checks: ['sep-2549-prompts-list-caching-hints', 'sep-2549-resources-list-caching-hints', 'sep-2549-resources-templates-list-caching-hints'],
    },
    ...all(
      inputRequired,
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-multi-round',
      'input-required-result-non-tool-request',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'input-required-result-capability-check',
    ),
    ...all(
      tasks,
      'tasks-lifecycle',
      'tasks-capability-negotiation',
      'tasks-wire-fields',
      'tasks-request-state-removal',
      'tasks-mrtr-input',
      'tasks-request-headers',
      'tasks-dispatch-and-envelope',
      'tasks-required-task-error',
      'tasks-mrtr-composition',
    ),
    ...all(paramHeaders, 'http-custom-header-server-validation'),
  },
};
