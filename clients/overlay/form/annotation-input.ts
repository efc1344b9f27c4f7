import { toPlainJson } from '../../shared/json.ts';
import { findSession } from '../../shared/session-link.ts';
import type { Diagnostics } from '../attachments/diagnostics.ts';
import type { Picture } from '../attachments/picture.ts';
import { type Anchor, describeAnchor, type PickedTarget } from '../picker/anchor.ts';
import { storedAddress } from '../shadow-host/elements.ts';

/** Fields of a new annotation that are known when its target is picked, named as in the request. */
export interface AnnotationInput {
  readonly url: string;
  readonly position_x: number;
  readonly position_y: number;
  readonly metadata: Metadata;
  /** Data URL of the picture if a person drew on it: too large for the metadata. */
  readonly picture?: string;
}

interface Metadata extends Anchor {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly userAgent?: string;
  /** Language of the page. */
  readonly language?: string;
  /** Session of the embed script, if it runs on the page. */
  readonly sessionId?: string;
  /** Visible to members only. */
  readonly diagnostics?: Partial<Diagnostics> & { readonly picture?: string; readonly drawn?: true };
}

/**
 * Describes the target at the moment of the click: the page may change while the text is written.
 */
export function createAnnotationInput(picked: PickedTarget): AnnotationInput {
  return {
    url: storedAddress(),
    position_x: Math.round(picked.x + scrollX),
    position_y: Math.round(picked.y + scrollY),
    metadata: {
      ...describeAnchor(picked),
      viewport: { width: innerWidth, height: innerHeight },
      sessionId: findSession() || undefined,
    },
  };
}

export interface AttachmentChoice {
  readonly attachBrowser: boolean;
  readonly attachLines: boolean;
}

/** Maximum size of the metadata as JSON, bytes; the service accepts 16 KiB. */
const MAX_METADATA_BYTES = 15_500;

/**
 * Adds the chosen attachments. When they exceed the limit, the oldest console lines are dropped,
 * then the oldest requests, then the picture.
 *
 * @param picture null for none
 */
export function addAttachments(
  input: AnnotationInput,
  all: Diagnostics,
  chosen: AttachmentChoice,
  picture: Pick<Picture, 'url' | 'isDrawn'> | null,
): AnnotationInput {
  const { attachBrowser, attachLines } = chosen;
  const userAgent = navigator.userAgent.slice(0, 300);
  const language = document.documentElement.lang.slice(0, 40) || navigator.language;
  const lines = attachLines ? [...all.console] : [];
  const requests = attachLines ? [...all.requests] : [];
  let image = picture;
  for (;;) {
    const diagnostics = {
      ...(attachBrowser && { browser: all.browser }),
      ...(lines[0] && { console: lines }),
      ...(requests[0] && { requests }),
      ...all.hints,
      ...(image && (image.isDrawn ? { drawn: true as const } : { picture: image.url })),
    };
    const metadata = {
      ...input.metadata,
      ...(attachBrowser && { userAgent, language }),
      ...(Object.keys(diagnostics)[0] && { diagnostics }),
    };
    const size = new TextEncoder().encode(toPlainJson(metadata)).length;
    const dropped = size > MAX_METADATA_BYTES && (lines.shift() ?? requests.shift() ?? image);
    if (!dropped) return { ...input, metadata, ...(image?.isDrawn && { picture: image.url }) };
    if (dropped === image) image = null;
  }
}
