import type { Rule } from '../finding.js';

interface Pattern {
  readonly rule: Rule;
  readonly pattern: RegExp;
  readonly says: string;
}

/**
 * What poisoned descriptions say (published attacks on tool descriptions, seen in 2025: hidden <IMPORTANT> blocks, "ignore previous
 * instructions", "do not tell the user", "before using any other tool"). Gaps are bounded, so each costs linear time.
 */
const PATTERNS: readonly Pattern[] = [
  {
    rule: 'instruction',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|other|system)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions|safeguards)\b/i,
    says: 'tells a model to ignore what it was told',
  },
  {
    rule: 'instruction',
    pattern:
      /\b(?:do not|don't|never|must not|avoid)\s+(?:tell|telling|inform|informing|reveal|revealing|notify|notifying|alert|alerting|mention(?:ing)?\b[^.!?\n]{0,30}\bto)\b[^.!?\n]{0,20}\b(?:user|human|person|operator|them)\b/i,
    says: 'tells a model to keep something from its user',
  },
  {
    rule: 'instruction',
    pattern: /\bwithout\s+(?:telling|informing|asking|notifying|alerting)\b[^.!?\n]{0,20}\b(?:user|human|person|operator)\b/i,
    says: 'tells a model to act behind its user',
  },
  {
    rule: 'instruction',
    pattern:
      /<\s*\/?\s*(?:system|important|instructions?|assistant|secret|hidden|admin)\s*>|<\|[a-z_]{2,30}\|>|\[\/?(?:INST|SYSTEM)\]|^\s*(?:system|assistant)\s*:/im,
    says: 'has marks of a prompt in it',
  },
  {
    rule: 'instruction',
    pattern: /\b(?:you are (?:now|an? (?:ai|assistant|llm|language model))|new instructions?\s*:|your new (?:role|task|goal) is)\b/i,
    says: 'gives a model another role',
  },
  {
    rule: 'other-tool',
    pattern:
      /\b(?:always|must|first|only)\s+(?:call|use|invoke|run|prefer)\s+this\s+(?:tool|function|capability|operation)\b|\b(?:before|after|instead of|rather than)\s+(?:using|calling|running|invoking)?\s*(?:any|all|every|other|another|the other)\s+(?:other\s+)?(?:tools?|functions?|capabilit(?:y|ies))\b/i,
    says: 'says which tool to prefer: that is for the caller to decide',
  },
  {
    rule: 'other-tool',
    pattern: /\bwhen(?:ever)?\s+(?:the\s+)?[`"']?[a-z_.-]{2,60}[`"']?\s+(?:tool|function|capability)\s+is\s+(?:called|used|invoked|run)\b/i,
    says: 'is about another tool',
  },
  {
    rule: 'asks-for-secret',
    pattern:
      /\b(?:include|provide|paste|pass|send|attach|enter|put|give)\b[^.!?\n]{0,30}\b(?:your|the user'?s?|their)\b[^.!?\n]{0,20}\b(?:passwords?|api[ _-]?keys?|secrets?|tokens?|credentials?|private keys?|ssh keys?)\b/i,
    says: 'asks a caller for a credential: credentials belong to the connection',
  },
];

const CREDENTIALS =
  /\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bsk-[A-Za-z0-9_-]{32,}|\bxox[abprs]-[0-9A-Za-z-]{20,}|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----|\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.|\btp[ksc]_[A-Za-z0-9]{20,}|\bAIza[0-9A-Za-z_-]{35}\b/;

/** Written so that a look-alike letter or odd spacing does not hide the words. */
const plain = (text: string): string => text.normalize('NFKC').replace(/[^\S\n]+/g, ' ');

/** What a text says that a description has no reason to say. */
export function suspiciousText(text: string): { rule: Rule; says: string }[] {
  const read = plain(text);
  return PATTERNS.flatMap(({ rule, pattern, says }) => {
    const hit = pattern.exec(read);
    return hit ? [{ rule, says: `${says}: "${hit[0].trim().slice(0, 80)}"` }] : [];
  });
}

export const hasCredential = (text: string): boolean => CREDENTIALS.test(text);
