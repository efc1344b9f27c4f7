import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { picturePlaceText } from '../data/places.ts';
import classes from './environments.module.css';
import { newestPins } from './newest-pins.ts';
import { ThreadPinsDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

/** State of the element in the latest capture of each environment and width. */
export function Environments({ annotation }: { annotation: Annotation }) {
  const { messages, language } = useApp();
  const { can } = useOrganization();
  const { id, projectId } = annotation;
  const [{ data }] = useQuery({ query: ThreadPinsDocument, variables: { id }, pause: !can('snapshot.read') });
  const pins = newestPins(data?.annotation?.snapshotPins?.nodes ?? []);
  if (pins.length === 0) return null;
  return (
    <section aria-label={messages.environments}>
      <h3 className={classes.title}>{messages.environments}</h3>
      <ul className={classes.items}>
        {pins.map(({ id: pinId, state, snapshot }) =>
          snapshot ? (
            <li key={pinId}>
              <Link
                to="/projects/$projectId/pages/view"
                params={{ projectId }}
                search={{
                  url: snapshot.url,
                  environment: snapshot.environment?.id ?? 'none',
                  width: snapshot.viewport.width,
                }}
              >
                {snapshot.environment?.name ?? messages.noEnvironment} · {snapshot.viewport.width} px
              </Link>
              <span data-state={state}>{picturePlaceText(state, snapshot.createdAt, messages, language)}</span>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
