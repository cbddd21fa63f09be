/** A pack by hand, small and sound: lint finds nothing wrong with it, and it can be published as it is, as a draft. */
export const firstFiles = (id: string): Readonly<Record<string, string>> => ({
  'pack.yaml': `${packYaml(id)}server_url: https://api.example.com
`,
  'contracts/orders.read.yaml': `# One capability. Its id is pack.noun.verb and never changes; everything else may.
id: ${id}.orders.read
title: Read an order
summary: Reads one order by its number, with its lines and its state.
action_policy: read_only # what it does to the world; see the guide
goals:
  - see what a customer ordered
input:
  properties:
    order_id: { type: string, minLength: 1, description: The number of the order. }
  required: [order_id]
output:
  type: object
  properties:
    order_id: { type: string }
    state: { type: string, enum: [open, shipped, cancelled] }
http:
  method: GET
  path: /v1/orders/{order_id}
`,
  'examples/orders.read.yaml': `# Each is tried by turnpike pack test, as a smoke test: nothing is sent anywhere.
capability: ${id}.orders.read
examples:
  - title: an order by its number
    params: { order_id: A-1001 }
  - title: without a number
    params: {}
    expect: invalid
`,
});

/** A pack over an OpenAPI document that stands beside pack.yaml. */
export const filesOfDocument = (id: string, document: string): Readonly<Record<string, string>> => ({
  'pack.yaml': `${packYaml(id)}openapi: ${document}
overlay: overlay.yaml
# Where the API is reached, when it is not what the document says:
# server_url: https://api.example.com
`,
  'overlay.yaml': `# What the document does not say, by operation as the document names it. turnpike pack lint shows where something is missing.
operations: {}
#  GET /v1/orders/{order_id}:
#    id: ${id}.orders.read
#    action_policy: read_only
#    goals: [see what a customer ordered]
#  POST /v1/export:
#    leave_out: answers a file
`,
});

const packYaml = (id: string): string => `# The pack as callers see it; docs/guide/publish-a-pack.md names every field.
id: ${id}
title: ${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('_', ' ')}
description: Say in a sentence or two what a caller gets done with this pack.
contact: your-team@example.com
state: draft # draft: only this workspace sees it; then live; later deprecated, with a successor
# The outside system whose credential a workspace connects, when calls need one:
# provider: { id: ${id}, title: ${id} }
`;
