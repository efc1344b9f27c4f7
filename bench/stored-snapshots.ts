import pg from 'pg';
import { newId } from '../src/infrastructure/ids.ts';
import { inspectImage } from '../src/infrastructure/images/inspect-image.ts';
import { createFileStorage } from '../src/infrastructure/storage/file-storage.ts';
import { storeObject } from '../src/resolvers/objects/store-object.ts';

/** Completed snapshots of pictures that no browser has taken. */
export interface SnapshotStore {
  /** @returns the id */
  add(projectId: string, image: Buffer): Promise<string>;
  close(): Promise<void>;
}

const INSERT = `INSERT INTO snapshots (id, project_id, url, url_key, viewport_width, viewport_height, device_scale_factor,
    full_page, delay, "freeze", status, image_width, image_height, image_key, tile_hashes, updated_at, completed_at)
  VALUES ($1, $2, $3, $3, $4, 1080, 1, true, 0, true, 'completed', $4, $5, $6, $7, now(), now())`;

/** @param directory where the service has its objects */
export async function openSnapshotStore(databaseUrl: string, directory: string): Promise<SnapshotStore> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const storage = await createFileStorage(directory);
  return {
    async add(projectId, image) {
      const id = newId();
      const { width, height, tileHashes } = await inspectImage(image);
      const key = await storeObject(client, storage, image, 'png');
      await client.query(INSERT, [id, projectId, 'https://shop.example/', width, height, key, tileHashes]);
      return id;
    },
    close: () => client.end(),
  };
}
