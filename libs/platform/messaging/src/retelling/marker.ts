import { accessRetold, catalogRetold, connectionsRetold, creditsRetold, type Topic } from '@turnpike/contracts';

type Marker = typeof accessRetold;

const MARKERS: ReadonlyMap<Topic, Marker> = new Map(
  [accessRetold, catalogRetold, connectionsRetold, creditsRetold].map((marker) => [marker.topic, marker]),
);

/** The event that ends a retelling of a topic. Throws for a topic that nobody can tell again. */
export function markerOf(topic: Topic): Marker {
  const marker = MARKERS.get(topic);
  if (!marker) throw new Error(`topic ${topic} cannot be told again`);
  return marker;
}
