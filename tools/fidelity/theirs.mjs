// The oracle: swagger-client builds the request from the document itself. Of our import it is told only which value is meant for which parameter.
import { MEANT_FOR, originOf } from './recording-server.mjs';
import { onlyOperation } from './only-operation.mjs';

export function openTheirs(Swagger, recorder) {
  return {
    /** The one operation, resolved; it takes the oracle a second or two in a large document. */
    async prepare(document, operation, contextUrl) {
      const { spec } = await Swagger.resolve({ spec: onlyOperation(document, operation), allowMetaPatches: false });
      return { spec, contextUrl };
    },
    async send({ spec, contextUrl }, contract, params, { authorized }) {
      const { executor } = contract;
      const parameters = {};
      for (const { field, in: place, name } of executor.parameters) if (field in params) parameters[`${place}.${name}`] = params[field];
      await Swagger.execute({
        spec,
        operationId: 'op',
        contextUrl,
        parameters,
        securities: { authorized },
        ...bodyOf(spec, executor, params, parameters),
        userFetch: (url, request) => fetch(recorder.here(url), { ...request, headers: { ...request.headers, [MEANT_FOR]: originOf(url) } }),
      });
      return recorder.take();
    },
  };
}

function bodyOf(spec, { body }, params, parameters) {
  if (body === null) return {};
  const given = body.fields.filter(({ field }) => field in params);
  if (given.length === 0) return {};
  const encoding = operationOf(spec).requestBody?.content[body.media_type]?.encoding ?? {};
  const entries = given.map(({ field, name, file }) => [
    name,
    file ? asFiles(params[field], name, encoding[name]?.contentType) : params[field],
  ]);
  const value = body.kind === 'whole' ? entries[0][1] : Object.fromEntries(entries);
  if (spec.swagger) return swaggerBody(spec, body, { value, entries }, parameters);
  return { requestContentType: body.media_type, requestBody: body.base64 ? Buffer.from(value, 'base64') : value };
}

/** In 2.0 a body is a parameter, and so is each field of a form. */
function swaggerBody(spec, { media_type: mediaType }, { value, entries }, parameters) {
  if (/form/.test(mediaType)) for (const [name, each] of entries) parameters[`formData.${name}`] = each;
  else parameters[bodyName(spec)] = value;
  return { requestContentType: mediaType };
}

/** A file says its own type; where the caller gives none, it is the one that the document declares. */
const asFiles = (value, name, declared) =>
  Array.isArray(value) ? value.map((each) => asFile(each, name, declared)) : asFile(value, name, declared);
const asFile = ({ base64, filename, media_type: type }, name, declared) =>
  new File([Buffer.from(base64, 'base64')], filename ?? name, { type: type ?? declared ?? 'application/octet-stream' });

const bodyName = (spec) => operationOf(spec).parameters.find((each) => each.in === 'body').name;

const operationOf = ({ paths }) =>
  Object.values(Object.values(paths)[0]).find((each) => each?.operationId === 'op' || each?.__originalOperationId === 'op');
