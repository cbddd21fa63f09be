/** An error is refused by the server too; a warning is for the pack's owner to decide; a note is advice. */
export type Severity = 'error' | 'warning' | 'note';

/** One thing that lint says about a text, by where it stands in the value that was looked at. */
export interface TextFinding {
  /** `hidden-character`, `instruction` …: stable names, listed in RULES. */
  readonly rule: Rule;
  readonly severity: Severity;
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly message: string;
}

/** Every rule of lint, what it finds and how grave that is. */
export const RULES = {
  unreadable: { severity: 'error', finds: 'a file that cannot be read as what it should be' },
  'hidden-character': { severity: 'error', finds: 'characters that a model reads and a person does not see, or that turn text around' },
  instruction: { severity: 'error', finds: 'text that gives orders to a model instead of describing what the capability does' },
  credential: { severity: 'error', finds: 'a credential in a text that every caller reads' },
  'duplicate-id': { severity: 'error', finds: 'one id for two capabilities' },
  'unknown-capability': { severity: 'error', finds: 'an example of a capability that the pack does not have' },
  'left-out': { severity: 'warning', finds: 'an operation of the document that became no capability' },
  'no-description': { severity: 'warning', finds: 'a capability or pack that says too little of itself' },
  'no-parameter-description': { severity: 'warning', finds: 'a parameter that nothing is said of' },
  'unclear-name': { severity: 'warning', finds: 'a name that tells nothing apart' },
  'duplicate-title': { severity: 'warning', finds: 'two capabilities of one title' },
  'other-tool': { severity: 'warning', finds: 'text about tools of others, or about which tool to prefer' },
  'asks-for-secret': { severity: 'warning', finds: 'a parameter or text that asks a caller for a credential' },
  'sample-credential': { severity: 'warning', finds: 'what looks like a credential in a sample value' },
  'policy-assumed': { severity: 'note', finds: 'an operation whose policy was guessed from its method' },
  'no-goals': { severity: 'note', finds: 'a capability without goals in a caller’s words' },
} as const satisfies Record<string, { severity: Severity; finds: string }>;

export type Rule = keyof typeof RULES;

export const found = (rule: Rule, pointer: string, message: string): TextFinding => ({
  rule,
  severity: RULES[rule].severity,
  pointer,
  message,
});
