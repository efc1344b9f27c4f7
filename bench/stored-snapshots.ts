import pg from 'pg';
import { newId } from '../src/infrastructure/database/ids.ts';
import { inspectImage } from '../src/infrastructure/images/inspect-image.ts';
import { createFileStorage } from '../src/infrastructure/storage/file-storage.ts';
import { storeObjects } from '../src/resolvers/platform/objects/store-objects.ts';

/** Storage of completed snapshots from drawn images, without a browser. */
export interface SnapshotStore {
  /**
   * @param url address of the page
   * @returns id of the snapshot
   */
  add(projectId: string, image: Buffer, url?: string): Promise<string>;
  close(): Promise<void>;
}

const INSERT = `INSERT INTO snapshots (id, project_id, url, url_key, viewport_width, viewport_height, device_scale_factor,
    full_page, delay, "freeze", status, image_width, image_height, image_key, tile_hashes, updated_at, completed_at)
  VALUES ($1, $2, $3, $3, $4, 1080, 1, true, 0, true, 'completed', $4, $5, $6, $7, now(), now())`;

/** @param directory object storage of the service */
export async function openSnapshotStore(databaseUrl: string, directory: string): Promise<SnapshotStore> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const objects = createFileStorage(directory);
  return {
    async add(projectId, image, url = 'https://shop.example/') {
      const id = newId();
      const { width, height, tileHashes } = await inspectImage(image);
      await storeObjects({ pool, objects }, [{ bytes: image, kind: 'png' }], (sql, [key]) =>
        sql.query(INSERT, [id, projectId, url, width, height, key, tileHashes]),
      );
      return id;
    },
    close: () => pool.end(),
  };
}
