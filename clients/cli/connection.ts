import type { World } from './world.ts';

/** Options of all clients of this program. */
export const connectionOf = ({ sleep }: World) => ({
  headers: { 'user-agent': 'pinbound-cli' },
  ...(sleep && { sleep }),
});
