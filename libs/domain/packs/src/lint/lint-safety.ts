import type { Contract } from '@turnpike/contracts';
import { found, type TextFinding } from '../finding.js';
import { hiddenCharacters } from './hidden-characters.js';
import { hasCredential, suspiciousText } from './suspicious-text.js';
import { walkTexts, type TextAt } from './walk-texts.js';

/** What a caller's model is shown of a contract. */
export const shownOf = ({ title, summary, description, input_schema, output_schema, goals, provider }: Contract): object => ({
  title,
  summary,
  description,
  input_schema,
  ...(output_schema && { output_schema }),
  goals,
  ...(provider && { provider: { title: provider.title } }),
});

/**
 * What in a value could harm a model that reads it, or whoever trusts it. The error-level findings are refused by the server at publish,
 * whoever sends them.
 */
export function lintSafety(value: object): TextFinding[] {
  const findings: TextFinding[] = [];
  for (const at of walkTexts(value)) findings.push(...lintText(at));
  return findings;
}

function lintText({ pointer, text, sample }: TextAt): TextFinding[] {
  const findings: TextFinding[] = [];
  const hidden = hiddenCharacters(text);
  if (hidden.length > 0) findings.push(found('hidden-character', pointer, `has hidden characters: ${hidden.slice(0, 5).join(', ')}`));
  for (const { rule, says } of suspiciousText(text)) findings.push(found(rule, pointer, says));
  if (hasCredential(text))
    findings.push(found(sample ? 'sample-credential' : 'credential', pointer, 'has what looks like a credential in it'));
  return findings;
}

/** Only what must not be published. */
export const safetyErrors = (value: object): TextFinding[] => lintSafety(value).filter(({ severity }) => severity === 'error');
