/**
 * Runs in the main world of every frame before the page's first script.
 */
import './device-memory.ts';
import './disable-service-workers.ts';
import './outer-size.ts';
import './report-missing-features.ts';
import { provideSession } from '../shared/session-link.ts';

// A capture is not a visit: the embed script starts no collector on a page that has one already.
provideSession('capture', new AbortController().signal);
