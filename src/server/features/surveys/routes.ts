import { answerRoutes } from './answer-routes.ts';
import { questionRoutes } from './question-routes.ts';
import { rulesPreviewRoutes } from './rules-preview-routes.ts';
import { surveyOwnRoutes } from './survey-routes.ts';
import { questionWorkbookRoutes } from './workbook-routes.ts';

export const surveyRoutes = [
  ...surveyOwnRoutes,
  ...rulesPreviewRoutes,
  ...questionRoutes,
  ...questionWorkbookRoutes,
  ...answerRoutes,
];
