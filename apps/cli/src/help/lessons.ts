/** Headings of the first help, in order, and the commands under each; the rest is for whoever operates it. */
export const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  'First steps:': ['start', 'login', 'logout', 'whoami', 'doctor', 'profile', 'completion', 'connect', 'mcp'],
  'Find and run, in this order:': ['route', 'search', 'get', 'run', 'runs', 'tools', 'packs', 'integrations', 'record'],
  'Publish:': ['pack', 'import'],
};
export const OTHER_HEADING = 'Operate:';

/** What the help of a command shows beyond its options, by the words after `turnpike`. */
export const LESSONS: Readonly<Record<string, string>> = {
  '': `A call goes: search for the outcome, read the contract, dry_run, live.
  turnpike search "add a person to the address book"
  turnpike get crm.contacts.create
  turnpike run crm.contacts.create -p name=Lin --mode dry_run
  turnpike run crm.contacts.create -p name=Lin --mode live --idempotency-key lin-1

Exit codes: 0 done, 1 a check found something, 2 the call or folder is wrong, 3 who calls, 4 not allowed, 5 not found,
  6 the contract moved, 7 credits, 8 the workspace is not ready, 9 the run, 10 try again later, 70 a defect.`,
  search: `Examples:
  turnpike search "who opened my last mail"              in plain language
  turnpike search "add a contact" --toolset crm          in one pack only
  turnpike search --query-terms contact,create --limit 3`,
  get: `A get mints a turn of its own; --turn-token adds the contract to a turn that you hold.
  turnpike get crm.contacts.create --json                the whole contract, for a program`,
  run: `A run names its mode; nothing defaults to live.
  smoke_test   looks at schema and policy only           dry_run   shows exactly what would be sent
  live         does it
Examples:
  turnpike run crm.contacts.create -p name=Lin -p tags='["new"]' --mode dry_run
  turnpike run crm.contacts.create --params @contact.json --mode live --idempotency-key lin-1
  turnpike run crm.export.start --mode live --no-wait    then: turnpike runs watch run_…`,
  runs: `Examples:
  turnpike runs --state running
  turnpike runs watch run_…       follow one to its end; ends with 9 where it did not succeed`,
  pack: `From an empty folder to a published pack (docs/guide/publish-a-pack.md):
  turnpike pack init ~/crm        or over a document: --openapi openapi.yaml
  turnpike pack lint ~/crm        asks no server
  turnpike pack plan ~/crm        what would change, whose turns it would retire
  turnpike pack publish ~/crm     all of it or nothing
  turnpike pack test ~/crm        the examples, as smoke tests`,
  import: `Examples:
  turnpike import crm ./openapi.yaml --plan
  turnpike import crm https://api.example.com/openapi.json --overlay overlay.json
What is to last is better kept as a folder: turnpike pack init --openapi ./openapi.yaml`,
  login: `Examples:
  turnpike login --code tpc_…                            the first sign-in; asks for a password to set
  turnpike login --email you@example.com                 afterwards
  turnpike login --api-key tpk_… --profile ci            keeps a key under a name`,
  profile: `A profile is a server and the credentials kept for it; they are sent to no other server.
  turnpike --profile staging --url https://turnpike.example.com login --email you@example.com
  turnpike profile use staging`,
  completion: `Examples:
  eval "$(turnpike completion bash)"                     in ~/.bashrc
  eval "$(turnpike completion zsh)"                      in ~/.zshrc, after compinit
  turnpike completion fish > ~/.config/fish/completions/turnpike.fish`,
};
