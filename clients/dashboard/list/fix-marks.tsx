import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { AnnotationFixesFragment } from '../data/annotation-crop.generated.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import fixState from '../ui/fix-state.module.css';
import classes from './fix-marks.module.css';

type Fixes = AnnotationFixesFragment['fixes'];

/** The state of an environment is the first of these that one of its viewports has. */
const SERIOUSNESS = ['as_reported', 'gone', 'changed', 'accepted', 'unknown'] as const;

/** Environments of a comment in which its element changed since it was reported, and the others. */
export function FixMarks({ fixes = [], projectId }: { fixes: Fixes | undefined; projectId: string }) {
  // Before any change, the marks would say the same of every environment.
  const isTelling = fixes.some(({ state }) => state !== 'as_reported' && state !== 'unknown');
  return isTelling && <Marks fixes={fixes} projectId={projectId} />;
}

function Marks({ fixes, projectId }: { fixes: Fixes; projectId: string }) {
  const { messages } = useApp();
  const [{ data }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  return data?.environments?.nodes.map(({ id, name }) => {
    const own = fixes.filter(({ environmentId }) => environmentId === id);
    const state = SERIOUSNESS.find((known) => own.some((fix) => fix.state === known));
    if (!state) return null;
    const text = messages[`fix_${state}`];
    return (
      <span key={id} className={`${fixState.fix} ${classes.mark}`} data-fix={state} title={`${name}: ${text}`}>
        <span className={classes.name}>{name}</span>
        <span className={classes.hidden}>: {text}</span>
      </span>
    );
  });
}
