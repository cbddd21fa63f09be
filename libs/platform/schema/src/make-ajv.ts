import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { linearEngine } from './pattern-engine.js';

const addFormats = (typeof ajvFormats === 'function' ? ajvFormats : (ajvFormats as { default: unknown }).default) as unknown as (
  ajv: Ajv2020,
  options: unknown,
) => void;

/** JSON Schema 2020-12; no `$data`, unknown keywords and formats are notes, every problem is collected. */
export function makeAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateFormats: true,
    logger: false,
    code: { regExp: linearEngine as never },
    unicodeRegExp: false,
    addUsedSchema: false,
  });
  addFormats(ajv, {
    mode: 'fast',
    formats: ['date', 'time', 'date-time', 'duration', 'uri', 'uri-reference', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid', 'json-pointer'],
  });
  return ajv;
}
