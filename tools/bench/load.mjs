// A bounded load on loopback, and the figures that come of several rounds.
import autocannon from 'autocannon';

/** Requests a second that were answered as expected; throws when any was not. */
export async function load({ url, headers, body, connections, seconds }) {
  const result = await autocannon({ url, method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body), connections, duration: seconds });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} answers were refusals, ${result.errors} errors`);
  return result['2xx'] / result.duration;
}

/** A B A B …: the two in turn, so that a machine that slows down slows both. Answers the rounds of each and the ratios, pair by pair. */
export async function inTurns(rounds, a, b) {
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await a(), await b()]);
  return { a: pairs.map(([value]) => value), b: pairs.map(([, value]) => value), ratios: pairs.map(([left, right]) => left / right) };
}

export function spread(values, digits = 0) {
  const sorted = [...values].sort((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)];
  return { median, text: `${median.toFixed(digits)} (${sorted[0].toFixed(digits)}–${sorted.at(-1).toFixed(digits)})` };
}
