/** What is sent to one host goes at its own pace, and is paused when it does not answer: scheme, host and port. */
export const laneOf = (url: string): string => new URL(url).origin;

/** An integration has a lane of its own: its events go one after another, as the providers ask. */
export const laneOfIntegration = (url: string, id: string): string => `${laneOf(url)}#${id}`;

/** No origin has a fragment. */
export const isLaneOfOne = (lane: string): boolean => lane.includes('#');
