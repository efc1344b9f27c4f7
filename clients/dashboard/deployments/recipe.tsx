import { Link } from '@tanstack/react-router';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { CopyText } from '../ui/settings.tsx';
import classes from './recipe.module.css';

interface Props {
  projectId: string;
  environmentId: string;
}

/** Command that starts a deployment from a pipeline. */
export function Recipe({ projectId, environmentId }: Props) {
  const texts = useDeploymentTexts();
  const command = [
    `curl -sf ${location.origin}/v1/projects/${projectId}/deployments \\`,
    '  -H "Authorization: Bearer $PINBOUND_TOKEN" -H "content-type: application/json" \\',
    `  -d "{\\"environmentId\\": \\"${environmentId}\\", \\"commit\\": \\"$COMMIT\\"}"`,
  ].join('\n');
  return (
    <div className={classes.recipe}>
      <p>
        {texts.recipeHint}{' '}
        <Link to="/projects/$projectId/settings/tokens" params={{ projectId }}>
          {texts.accessTokens}
        </Link>
      </p>
      <CopyText text={command} />
    </div>
  );
}
