import { actionRoutes } from './features/actions/routes.ts';
import { appealRoutes } from './features/appeals/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { backgroundRoutes } from './features/background/routes.ts';
import { contactRoutes } from './features/contacts/routes.ts';
import { deviceRoutes } from './features/devices/routes.ts';
import { documentRoutes } from './features/documents/routes.ts';
import { evidenceRoutes } from './features/evidence/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { hotelRoutes } from './features/hotels/routes.ts';
import { interviewRoutes } from './features/interviews/routes.ts';
import { metricsRoutes } from './features/metrics/routes.ts';
import { pageProblemRoutes } from './features/page-problems/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { reassessmentRoutes } from './features/reassessment/routes.ts';
import { responseRoutes } from './features/responses/routes.ts';
import { resultsRoutes } from './features/results/routes.ts';
import { reviewRoutes } from './features/reviews/routes.ts';
import { roundRoutes } from './features/rounds/routes.ts';
import { surveyRoutes } from './features/surveys/routes.ts';
import { workflowRoutes } from './features/workflow/routes.ts';
import { waiverRoutes } from './features/waivers/routes.ts';
import type { Route } from './http/route.ts';

/**
 * Every call that the server answers, slice by slice. A route that is not listed here is not
 * served.
 */
export const routes: readonly Route[] = [
  ...actionRoutes,
  ...appealRoutes,
  ...auditRoutes,
  ...authRoutes,
  ...backgroundRoutes,
  ...contactRoutes,
  ...deviceRoutes,
  ...documentRoutes,
  ...evidenceRoutes,
  ...healthRoutes,
  ...hotelRoutes,
  ...interviewRoutes,
  ...metricsRoutes,
  ...pageProblemRoutes,
  ...peopleRoutes,
  ...reassessmentRoutes,
  ...responseRoutes,
  ...resultsRoutes,
  ...reviewRoutes,
  ...roundRoutes,
  ...surveyRoutes,
  ...waiverRoutes,
  ...workflowRoutes,
];
