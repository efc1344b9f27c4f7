import { MIB } from '../../../lib/bytes.ts';

/** Limits of input. Text lengths are in Unicode code points. */
export const LIMITS = {
  content: 10_000,
  url: 2_048,
  name: 120,
  slug: 64,
  email: 254,
  passwordMin: 8,
  passwordMax: 200,
  jsonBytes: 16 * 1024,
  jsonDepth: 32,
  coordinate: 10_000_000,
  importSource: 64,
  externalId: 255,
  importedComments: 10_000,
  sessionId: 128,
  userAgent: 1_024,
  eventType: 64,
  batchEvents: 1_000,
  snapshotBytes: MIB,
  snapshotElements: 20_000,
  importedProjects: 1_000,
  importedMembers: 1_000,
  memberProjects: 500,
} as const;
