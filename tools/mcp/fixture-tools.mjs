// The tools that the conformance suite asks for by name, behind the same door as the product's. Each says in the suite's own terms what
// it must answer; what no tool of Turnpike ever needs (sampling, elicitation, logging) is not among them.
import { setTimeout as pause } from 'node:timers/promises';
import { RPC, RpcError } from '@turnpike/app-gateway';

/** One red pixel; one silent sample. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAAB/fw==';
const text = (words) => ({ type: 'text', text: words });
const resource = (more) => ({ type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.', ...more } });

const NO_INPUT = { type: 'object', properties: {}, additionalProperties: false };
const DIALECT_INPUT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' }, contactMethod: { type: 'string', enum: ['phone', 'email'] }, phone: { type: 'string' }, email: { type: 'string' } },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const TOOLS = {
  test_simple_text: { does: () => [text('This is a simple text response for testing.')] },
  test_image_content: { does: () => [{ type: 'image', data: PNG, mimeType: 'image/png' }] },
  test_audio_content: { does: () => [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] },
  test_embedded_resource: { does: () => [resource({})] },
  test_multiple_content_types: {
    does: () => [text('Multiple content types test:'), { type: 'image', data: PNG, mimeType: 'image/png' }, resource({ uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' })],
  },
  test_error_handling: {
    does: () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  },
  test_tool_with_progress: {
    does: async ({ onProgress }) => {
      for (const progress of [0, 50, 100]) {
        onProgress?.({ progress, total: 100 });
        await pause(50);
      }
      return [text('Done.')];
    },
  },
  test_missing_capability: {
    does: ({ capabilities }) => {
      if (!capabilities?.sampling) throw new RpcError(RPC.missingCapability, 'This tool needs a client that samples.', 400, { requiredCapabilities: { sampling: {} } });
      return [text('The client samples.')];
    },
  },
  // The suite looks whether a server that elicits, or logs, does so by a request or a message of its own: this door has no way to send either.
  test_streaming_elicitation: { does: () => [text('Nothing is asked of the client.')] },
  test_logging_tool: { does: () => [text('Nothing is logged to the client.')] },
  json_schema_2020_12_tool: { inputSchema: DIALECT_INPUT, does: () => [text('Taken.')] },
  test_trigger_tool_change: {
    does: (_call, tools) => {
      tools.change();
      return [text('Changed.')];
    },
  },
};

export class FixtureTools {
  server = { name: 'turnpike-fixture', title: 'Turnpike fixture', version: '0.1.0' };
  instructions = 'Tools that the conformance suite asks for.';
  watchers = new Set();
  changes = 0;

  admit = async () => ({ principalId: 'suite' });

  async list() {
    const described = Object.entries(TOOLS).map(([name, { inputSchema = NO_INPUT }]) => ({ name, description: `Answers what the suite expects of ${name}.`, inputSchema }));
    return JSON.stringify(described);
  }

  async call(call) {
    const tool = TOOLS[call.name];
    if (!tool) return null;
    try {
      return { content: JSON.stringify(await tool.does(call, this)), structured: null, isError: false };
    } catch (error) {
      if (error instanceof RpcError) throw error;
      return { content: JSON.stringify([text(error.message)]), structured: null, isError: true };
    }
  }

  async watch(_caller, onChange) {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  }

  change() {
    this.watchers.forEach((tell) => tell());
  }
}
