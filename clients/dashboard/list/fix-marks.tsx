import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import type { AnnotationFixesFragment } from '../graphql-types.generated.ts';
import fixState from '../ui/fix-state.module.css';
import classes from './fix-marks.module.css';

type Fixes = AnnotationFixesFragment['fixes'];

interface Props {
  fixes: Fixes;
  projectId: string;
  /** Whether the comment is resolved: only then an accepted look is a fix. */
  isResolved: boolean;
}

/** The state of an environment is the first of these that one of its viewports has. */
const SERIOUSNESS = ['as_reported', 'gone', 'changed', 'accepted', 'unknown'] as const;

/** Environments of a comment in which its element changed since it was reported, and the others. */
export function FixMarks({ fixes = [], ...comment }: Omit<Props, 'fixes'> & { fixes: Fixes | undefined }) {
  // Before any change, the marks would say the same of every environment.
  const isTelling = fixes.some(({ state }) => state !== 'as_reported' && state !== 'unknown');
  return isTelling && <Marks fixes={fixes} {...comment} />;
}

function Marks({ fixes, projectId, isResolved }: Props) {
  const { messages } = useApp();
  const [{ data }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  return data?.environments?.nodes.map(({ id, name }) => {
    const own = fixes.filter(({ environmentId }) => environmentId === id);
    const state = SERIOUSNESS.find((known) => own.some((fix) => fix.state === known));
    if (!state) return null;
    const isPaused = state === 'accepted' && !isResolved;
    const text = isPaused ? messages.fix_paused : messages[`fix_${state}`];
    const shown = isPaused ? 'changed' : state;
    return (
      <span key={id} className={`${fixState.fix} ${classes.mark}`} data-fix={shown} title={`${name}: ${text}`}>
        <span className={classes.name}>{name}</span>
        <span className={classes.hidden}>: {text}</span>
      </span>
    );
  });
}
