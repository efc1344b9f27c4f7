import { Link } from '@tanstack/react-router';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import { searchOf } from '../data/page-search.ts';
import { picturePlaceText } from '../data/places.ts';
import { useToast } from '../data/use-toast.ts';
import type { CandidatesQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Crop } from '../picture/crop.tsx';
import { Button } from '../ui/button.tsx';
import classes from './candidates.module.css';
import { CandidatesDocument, ConfirmCandidateDocument } from './thread.generated.ts';

/** Height of a picture, pixels. */
const HEIGHT = 140;

/**
 * Elements that a comment may be about, for a person to confirm one. They stay until one is
 * confirmed, or a capture finds the element.
 */
export default function Candidates({ id, projectId }: { id: string; projectId: string }) {
  const { messages, language } = useApp();
  const { can } = useOrganization();
  const toast = useToast();
  const [{ data }] = useQuery({ query: CandidatesDocument, variables: { id }, requestPolicy: 'cache-and-network' });
  const [{ fetching }, confirm] = useMutation(ConfirmCandidateDocument);
  const annotation = data?.annotation?.id === id ? data.annotation : undefined;
  if (annotation?.anchor.state !== 'moved') return null;
  const { checkedAt, candidates } = annotation.anchor;
  const snapshot = pictureOf(annotation);
  const title = picturePlaceText('moved', snapshot?.createdAt ?? checkedAt, messages, language);
  const choose = async (domFingerprint: Record<string, unknown>) => {
    const { error } = await confirm({ id, domFingerprint });
    if (error) toast(fill(messages.notSaved, { reason: failureText(error, messages) }), undefined, true);
  };
  return (
    <section className={classes.section} aria-label={title}>
      <p className={classes.title}>{title}</p>
      <p className={classes.hint}>{messages.candidatesHint}</p>
      <ol className={classes.items}>
        {candidates.map(({ fingerprint, box }, index) => {
          const label = fill(messages.candidate, { n: index + 1, m: candidates.length });
          return (
            <li key={`${box.x} ${box.y}`}>
              {snapshot?.imageUrl && (
                <Crop
                  imageUrl={snapshot.imageUrl}
                  box={box}
                  scale={snapshot.viewport.deviceScaleFactor}
                  label={label}
                  height={HEIGHT}
                />
              )}
              <span className={classes.name}>{describe(fingerprint) || label}</span>
              {can('annotation.change') && (
                <Button disabled={fetching} onClick={() => void choose(fingerprint)}>
                  {messages.confirmElement}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {snapshot && can('annotation.change') && (
        <Link to="/projects/$projectId/pages/view" params={{ projectId }} search={searchOf(snapshot)}>
          {messages.chooseElement}
        </Link>
      )}
    </section>
  );
}

type Annotation = NonNullable<CandidatesQuery['annotation']>;

/** Picture of the candidates: the newest one that has the likeliest at its place. */
function pictureOf({ anchor, snapshotPins }: Annotation) {
  const [first] = anchor.candidates;
  const isFirst = (box: { x: number; y: number } | null) =>
    first && box && Math.abs(box.x - first.box.x) < 1 && Math.abs(box.y - first.box.y) < 1;
  return snapshotPins?.nodes.find(({ state, box }) => state === 'moved' && isFirst(box))?.snapshot ?? undefined;
}

/** Tag and text of an element, shortened. */
function describe({ tag, text }: Record<string, unknown>): string {
  const words = typeof text === 'string' && text.trim() !== '' ? ` “${text.trim().slice(0, 80)}”` : '';
  return typeof tag === 'string' ? `${tag}${words}` : words.trim();
}
