import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import menu from '../ui/menu.module.css';
import { useReport } from '../ui/report.ts';
import classes from './properties.module.css';
import { Property } from './property.tsx';
import { CreateIssueDocument, IssueTrackersDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

/** Issues of a comment; editors create one in each tracker of the project. */
export function Issues({ annotation }: { annotation: Annotation }) {
  const { messages } = useApp();
  const { can } = useOrganization();
  const report = useReport();
  const [isOpen, setOpen] = useState(false);
  const { id: annotationId, projectId, externalIssues } = annotation;
  const [{ data }] = useQuery({
    query: IssueTrackersDocument,
    variables: { projectId },
    pause: !can('issue.create'),
  });
  const [{ fetching }, create] = useMutation(CreateIssueDocument);
  const linked = new Set(externalIssues.map(({ integrationId }) => integrationId));
  const trackers = (data?.issueTrackers?.nodes ?? []).filter(({ id }) => !linked.has(id));
  const createIn = async (integrationId: string) => {
    setOpen(false);
    const result = await create({ annotationId, integrationId });
    report(result, fill(messages.issueCreated, { key: result.data?.createIssue.key ?? '' }));
  };
  const [only] = trackers;
  return (
    <>
      {externalIssues.map(({ integrationId, key, url }) => (
        <Property key={integrationId} label={messages.issue}>
          <a href={url} target="_blank" rel="noreferrer">
            {key}
          </a>
        </Property>
      ))}
      {only && (
        <div>
          <dt>{messages.issue}</dt>
          <dd>
            {trackers.length === 1 ? (
              <Button
                kind="quiet"
                className={classes.action}
                disabled={fetching}
                onClick={() => void createIn(only.id)}
              >
                {fetching ? messages.creatingIssue : fill(messages.createIssueIn, { name: only.name })}
              </Button>
            ) : (
              <Popover.Root open={isOpen} onOpenChange={setOpen}>
                <Popover.Trigger className={classes.picker} disabled={fetching}>
                  {fetching ? messages.creatingIssue : messages.createIssue}
                </Popover.Trigger>
                <Popover.Portal>
                  <Popover.Positioner sideOffset={4} align="start" className={menu.positioner}>
                    <Popover.Popup className={menu.popup} aria-label={messages.createIssue}>
                      {trackers.map(({ id, name }) => (
                        <Button key={id} kind="quiet" className={classes.action} onClick={() => void createIn(id)}>
                          {name}
                        </Button>
                      ))}
                    </Popover.Popup>
                  </Popover.Positioner>
                </Popover.Portal>
              </Popover.Root>
            )}
          </dd>
        </div>
      )}
    </>
  );
}
