import { DOCUMENTS } from './documents.ts';
import { FRAMEWORKS } from './frameworks.ts';
import type { Host } from './host.ts';
import { LIBRARIES } from './libraries.ts';

/** Every host. */
export const HOSTS: readonly Host[] = [...DOCUMENTS, ...FRAMEWORKS, ...LIBRARIES];
