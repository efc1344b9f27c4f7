/** Origin of a URL. Its deliveries share a concurrency limit and a circuit breaker. */
export const destinationOf = (url: string): string => new URL(url).origin;

/** Destination of one integration, so that its events are sent one at a time. */
export const integrationDestination = (url: string, id: string): string => `${destinationOf(url)}#${id}`;

/** Whether deliveries are sent one at a time, as to an integration. An origin has no fragment. */
export const isSerialDestination = (destination: string): boolean => destination.includes('#');
