import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { GuardsDocument } from '../data/guards.generated.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import type { GuardsQueryVariables } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { guardKey } from '../ui/guard-text.ts';
import { pathOf } from '../ui/page-path.ts';
import { type More, Pages } from '../ui/pages.tsx';
import { RetireGuard } from '../ui/retire-guard.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import classes from './guards.module.css';
import { useProjectSettings } from './project-context.ts';

const STATES = ['active', 'returned', 'retired'] as const;
type State = NonNullable<GuardsQueryVariables['state']>;

/** Guards of a project, with the looks that they tell apart. */
export function Guards() {
  const texts = useDeploymentTexts();
  const [state, setState] = useState<State>();
  return (
    <Section
      title={texts.guards}
      hint={texts.guardsHint}
      isScreen
      action={
        <select
          className={classes.filter}
          aria-label={texts.guardState}
          value={state ?? ''}
          onChange={({ target }) => setState(STATES.find((known) => known === target.value))}
        >
          <option value="">{texts.anyState}</option>
          {STATES.map((known) => (
            <option key={known} value={known}>
              {texts[`guard_${known}`]}
            </option>
          ))}
        </select>
      }
    >
      <Pages key={state}>{(after, more) => <GuardPage state={state} after={after} more={more} />}</Pages>
    </Section>
  );
}

function GuardPage({ state, after, more }: { state: State | undefined; after: string | undefined; more: More }) {
  const { language } = useApp();
  const texts = useDeploymentTexts();
  const { projectId, can } = useProjectSettings();
  const [{ data, error }] = useQuery({ query: GuardsDocument, variables: { projectId, state, after } });
  const [{ data: known }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  const nameOf = (id: string) => known?.environments?.nodes.find((environment) => environment.id === id)?.name ?? '…';
  return (
    <Loaded value={data?.guards} error={error}>
      {({ nodes, pageInfo }) => (
        <>
          <Rows empty={texts.noGuards}>
            {nodes.map(({ id, annotation, environmentId, url, viewport, checkedAt, reason, ...guard }) => {
              const place = `${nameOf(environmentId)} · ${viewport.width} px`;
              return (
                <Row
                  key={id}
                  title={
                    annotation && (
                      <Link
                        to="/projects/$projectId/comments/$annotationId"
                        params={{ projectId, annotationId: String(annotation.id) }}
                        className={classes.comment}
                      >
                        #{annotation.number} {annotation.content}
                      </Link>
                    )
                  }
                  marks={[texts[guardKey(guard)]]}
                  meta={
                    <>
                      {place} · {pathOf(url)} · {texts.guardChecked} <Time at={checkedAt} language={language} />
                      {reason && ` · ${fill(texts.retiredBecause, { text: reason })}`}
                    </>
                  }
                  below={
                    (guard.reportedUrl || guard.acceptedUrl) && (
                      <Looks reported={guard.reportedUrl} accepted={guard.acceptedUrl} />
                    )
                  }
                >
                  {guard.state === 'active' && can('guard.retire') && annotation && (
                    <RetireGuard id={String(id)} number={annotation.number} place={place} />
                  )}
                </Row>
              );
            })}
          </Rows>
          {more(pageInfo)}
        </>
      )}
    </Loaded>
  );
}

/** Pictures of the two looks; a removed element has one. */
function Looks({ reported, accepted }: { reported: string | null; accepted: string | null }) {
  const texts = useDeploymentTexts();
  const looks = [
    [texts.reportedLook, reported],
    [texts.acceptedLook, accepted],
  ] as const;
  return (
    <div className={classes.looks}>
      {looks.map(
        ([name, url]) =>
          url && (
            <figure key={name}>
              <img src={url} alt="" loading="lazy" decoding="async" />
              <figcaption>{name}</figcaption>
            </figure>
          ),
      )}
    </div>
  );
}
