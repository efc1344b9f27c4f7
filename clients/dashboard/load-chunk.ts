/** Delay before a chunk that could not be loaded is requested again, milliseconds. */
const RETRY_AFTER = 3_000;

/**
 * Loads a chunk. While the service is down, the chunk is requested again.
 *
 * @throws the error of the import if the service no longer has the chunk
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let address: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Chromium never requests a failed module again under the same address.
      return await (address ? import(`${address}?attempt=${attempt}`) : load());
    } catch (error) {
      address ??= /https?:\S+\.js/.exec(String(error))?.[0];
      await new Promise<void>((resolve) => setTimeout(resolve, RETRY_AFTER));
      if (!address || (await isGone(address))) throw error;
    }
  }
}

/** Whether the service was updated, and has other chunks. */
const isGone = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  );
