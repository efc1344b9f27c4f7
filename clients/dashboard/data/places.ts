import { createContext, useContext } from 'react';
import type { LivePlace } from '../../shared/panel-messages.ts';
import { useApp } from '../app-context.ts';
import type { AnnotationRowFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import type { Messages } from '../i18n/main.ts';
import { momentOf } from '../i18n/moment.ts';

/** Places of comments on the page that shows the panel, by id; empty in the dashboard. */
export const LivePlaces = createContext<ReadonlyMap<string, LivePlace>>(new Map());

type Anchored = Pick<AnnotationRowFragment, 'id' | 'anchor'>;
export type AnchorState = Anchored['anchor']['state'];

const NOW = { bound: 'nowBound', hidden: 'nowHidden', moved: 'nowMoved', orphaned: 'nowOrphaned' } as const;

/** Place on the page now; undefined in the dashboard, and for comments of other pages. */
export function useLivePlace(id: string): LivePlace | undefined {
  return useContext(LivePlaces).get(id);
}

/** Names the place on the page now. */
export const livePlaceText = ({ state }: LivePlace, messages: Messages): string => messages[NOW[state]];

/** Names the place on the picture of a time. */
export function picturePlaceText(state: AnchorState, at: string, messages: Messages, language: string): string {
  const text = {
    bound: 'pictureBound',
    rebound: 'pictureBound',
    moved: 'pictureMoved',
    orphaned: 'pictureOrphaned',
  } as const;
  return fill(messages[text[state]], { time: momentOf(at, language) });
}

/**
 * Warning of a list that an element is not surely there: on the page now in the panel, else on the
 * last picture. Undefined without a reason.
 */
export function usePlaceWarning({ id, anchor: { state } }: Anchored): string | undefined {
  const { messages } = useApp();
  const live = useLivePlace(id);
  if (live) return live.state === 'moved' || live.state === 'orphaned' ? livePlaceText(live, messages) : undefined;
  return state === 'moved' || state === 'orphaned' ? messages[state] : undefined;
}
