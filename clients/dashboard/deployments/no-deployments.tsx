import { Link } from '@tanstack/react-router';
import { useOrganization } from '../data/organization.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import classes from './deployment-list.module.css';
import { Recipe } from './recipe.tsx';

interface Props {
  projectId: string;
  /** Undefined if the project has no environment. */
  environmentId: string | undefined;
}

/** Says what a deployment is, and how the first one begins. */
export function NoDeployments({ projectId, environmentId }: Props) {
  const texts = useDeploymentTexts();
  const { can } = useOrganization();
  return (
    <Notice title={texts.none}>
      <p className={classes.hint}>{texts.noneHint}</p>
      {can('deployment.create') &&
        (environmentId ? (
          <section className={classes.recipe} aria-label={texts.fromPipeline}>
            <h3>{texts.fromPipeline}</h3>
            <Recipe projectId={projectId} environmentId={environmentId} />
          </section>
        ) : (
          <>
            <p>{texts.noEnvironments}</p>
            <Link
              to="/projects/$projectId/settings/environments"
              params={{ projectId }}
              className={buttonClass('primary')}
            >
              {texts.addEnvironment}
            </Link>
          </>
        ))}
    </Notice>
  );
}
