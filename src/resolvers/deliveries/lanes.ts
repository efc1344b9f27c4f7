/** What is sent to one origin goes in one lane: at its own pace, and not at all while nothing answers. */
export const laneOf = (url: string): string => new URL(url).origin;

/** An integration has a lane of its own: its events go one after another, as the providers ask. */
export const laneOfIntegration = (url: string, id: string): string => `${laneOf(url)}#${id}`;

/** In that of an integration one is sent at a time. No origin has a fragment. */
export const isLaneOfOne = (lane: string): boolean => lane.includes('#');
