import { join } from 'node:path';

/** What the fixture `start-embedded-postgres.ts` prints. */
export type FixtureResult = { connectionString: string; adopted: boolean; milliseconds: number; error?: string };

/** The fixture as tests in this repository run it; a bundle of it takes its place where the user differs. */
export const FIXTURE = ['--import', 'tsx', join(import.meta.dirname, 'fixtures', 'start-embedded-postgres.ts')];
