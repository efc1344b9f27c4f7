import { askSession } from '../../shared/session-link.ts';
import type { Diagnostics } from '../attachments/diagnostics.ts';
import { describePlace, type Picked, type Place } from '../picker/anchor.ts';
import { plainJson } from '../service/plain-json.ts';

/** The part of a new annotation that is known before anything is written. Field names are those of the request. */
export interface Draft {
  readonly url: string;
  readonly position_x: number;
  readonly position_y: number;
  readonly metadata: Metadata;
}

/** What is said about the place, and about who looks at it. */
interface Metadata extends Place {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly userAgent?: string;
  /** Of the page. */
  readonly language?: string;
  /** Of the embed script, when it is at work on the page. */
  readonly sessionId?: string;
  /** For members alone. */
  readonly diagnostics?: Partial<Diagnostics> & { readonly picture?: string };
}

/** Describes a click at the moment it happens; the page may have changed by the time the text is written. */
export function draftOf(picked: Picked): Draft {
  return {
    url: location.href,
    position_x: Math.round(picked.x + scrollX),
    position_y: Math.round(picked.y + scrollY),
    metadata: {
      ...describePlace(picked),
      viewport: { width: innerWidth, height: innerHeight },
      sessionId: askSession() || undefined,
    },
  };
}

/** What the visitor chose to attach. */
export interface Attached {
  readonly attachBrowser: boolean;
  readonly attachLines: boolean;
}

/** Most bytes of metadata as JSON: under the 16 KiB that the service stores. */
const METADATA_LIMIT = 15_500;

/**
 * Adds what the visitor chose to attach. Where it is too much, the oldest console lines stay behind, then the oldest requests,
 * then the picture.
 *
 * @param picture a data URL; empty for none.
 */
export function attach(draft: Draft, all: Diagnostics, chosen: Attached, picture: string): Draft {
  const { attachBrowser, attachLines } = chosen;
  const userAgent = navigator.userAgent.slice(0, 300);
  const language = document.documentElement.lang.slice(0, 40) || navigator.language;
  let { console: lines, requests } = attachLines ? all : { console: [], requests: [] };
  let image = picture;
  for (;;) {
    const diagnostics = {
      ...(attachBrowser && { browser: all.browser }),
      ...(lines.length > 0 && { console: lines }),
      ...(requests.length > 0 && { requests }),
      ...(image && { picture: image }),
    };
    const hasAny = Object.keys(diagnostics).length > 0;
    const metadata = {
      ...draft.metadata,
      ...(attachBrowser && { userAgent, language }),
      ...(hasAny && { diagnostics }),
    };
    const excess = new TextEncoder().encode(plainJson(metadata)).length - METADATA_LIMIT;
    if (excess <= 0 || !(lines.length || requests.length || image)) return { ...draft, metadata };
    // A line has a hundred bytes or more: this comes near the limit in few rounds.
    const drop = Math.ceil(excess / 400);
    if (lines.length > 0) lines = lines.slice(drop);
    else if (requests.length > 0) requests = requests.slice(drop);
    else image = '';
  }
}
