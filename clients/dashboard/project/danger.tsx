import { useNavigate } from '@tanstack/react-router';
import { useMutation } from 'urql';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { Row, Rows, Section } from '../ui/settings.tsx';
import { useProjectSettings } from './project-context.ts';
import { DeleteProjectDocument, RotateProjectKeyDocument } from './settings.generated.ts';

/** Actions on a project that cannot be undone. */
export function Danger() {
  const texts = useSettingsTexts();
  const navigate = useNavigate();
  const { project, projectId, can } = useProjectSettings();
  const [, rotate] = useMutation(RotateProjectKeyDocument);
  const [, remove] = useMutation(DeleteProjectDocument);
  return (
    <Section title={texts.danger} isScreen isDanger>
      <Rows empty={texts.adminsOnly}>
        {[
          can('project.change') && (
            <Row key="key" title={texts.rotateKey} meta={texts.rotateKeyHint}>
              <ConfirmDialog
                label={texts.rotateKey}
                kind="danger"
                title={texts.rotateKey}
                hint={texts.rotateKeyHint}
                onConfirm={() => rotate({ id: projectId })}
              />
            </Row>
          ),
          can('project.delete') && (
            <Row key="delete" title={texts.deleteProject} meta={texts.deleteProjectHint}>
              <ConfirmDialog
                label={texts.deleteProject}
                kind="danger"
                title={fill(texts.deleteNamed, { name: project.name })}
                hint={texts.deleteProjectHint}
                action={texts.deleteProject}
                typed={project.name}
                onConfirm={async () => {
                  const result = await remove({ id: projectId });
                  if (!result.error) await navigate({ to: '/' });
                  return result;
                }}
              />
            </Row>
          ),
        ].filter((row) => row !== false)}
      </Rows>
    </Section>
  );
}
