import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  type AsyncRouteComponent,
} from '@tanstack/react-router';

import { largestId } from '#domain/identity.ts';
import type { Action } from '#domain/people/roles.ts';

import { NotFound } from './shell/not-found.tsx';
import { PageProblem } from './shell/page-problem.tsx';
import { RequireAction } from './shell/require-action.tsx';
import { resolveCurrentUser, restoreCurrentUser } from './lib/session.ts';
import { SignInScreen } from './features/auth/sign-in-screen.tsx';
import { currentUser } from './lib/current-user.ts';
import { parseSearch, stringifySearch } from './lib/address.ts';
import { ownTask } from './lib/own-task.ts';
import { returnTo } from './lib/return-to.ts';
import { paths } from './paths.ts';
import { Loading } from './ui/notices/loading.tsx';

/**
 * Returns a screen that is loaded after what surrounds it, so that their programs run in two tasks.
 * In a single task they would block a slow phone for a tenth of a second. An interview is not
 * loaded this way, because little surrounds it.
 */
function framed<T extends Record<string, unknown>, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
) {
  return lazyRouteComponent(async () => {
    await import('./shell/signed-in.tsx');
    await ownTask();
    return load();
  }, name);
}

/** Every screen. Each is loaded when a person first opens it (rule 48). */
const load = {
  signedIn: lazyRouteComponent(() => import('./shell/signed-in.tsx'), 'SignedIn'),
  app: framed(() => import('./shell/app-layout.tsx'), 'AppLayout'),
  interview: lazyRouteComponent(
    () => import('./features/interviews/interview-screen.tsx'),
    'InterviewScreen',
  ),
  exit: framed(() => import('./features/interviews/exit/exit-screen.tsx'), 'ExitScreen'),
  dashboard: framed(() => import('./features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  results: framed(() => import('./features/results/results-screen.tsx'), 'ResultsScreen'),
  workflow: framed(() => import('./features/workflow/workflow-screen.tsx'), 'WorkflowScreen'),
  hotels: framed(
    () => import('./features/hotels/hotel-management-screen.tsx'),
    'HotelManagementScreen',
  ),
  hotelPage: framed(
    () => import('./features/workflow/hotel-page/hotel-page-screen.tsx'),
    'HotelPageScreen',
  ),
  hotelReport: framed(
    () => import('./features/hotels/hotel-report-screen.tsx'),
    'HotelReportScreen',
  ),
  round: framed(() => import('./features/reviews/round-screen.tsx'), 'RoundScreen'),
  actions: framed(() => import('./features/actions/actions-screen.tsx'), 'ActionsScreen'),
  surveyBuilder: framed(
    () => import('./features/surveys/survey-builder-screen.tsx'),
    'SurveyBuilderScreen',
  ),
  users: framed(
    () => import('./features/people/user-management-screen.tsx'),
    'UserManagementScreen',
  ),
  archive: framed(() => import('./features/surveys/list/archive-screen.tsx'), 'ArchiveScreen'),
  audit: framed(() => import('./features/audit/audit-screen.tsx'), 'AuditScreen'),
  background: framed(
    () => import('./features/background/background-work-screen.tsx'),
    'BackgroundWorkScreen',
  ),
  sync: framed(() => import('./features/sync/sync-centre-screen.tsx'), 'SyncCentreScreen'),
};

/** Shows the screen to people who may do the action, and Access Restricted to others. */
function allowing(action: Action, Screen: AsyncRouteComponent<object>) {
  const Guarded = () => (
    <RequireAction action={action}>
      <Screen />
    </RequireAction>
  );
  return Object.assign(Guarded, { preload: Screen.preload });
}

/**
 * Redirects to sign-in when nobody is signed in, and remembers the requested address for
 * afterwards.
 */
async function requireSignIn({ location }: { location: { href: string } }) {
  await atMost(2_000, restoreCurrentUser());
  if (currentUser.get()) return;
  returnTo.remember(location.href);
  throw redirect({ to: paths.signIn, replace: true });
}

/** Shows "not found" for an address that has no valid id. */
function requireId(text: string) {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > largestId)
    throw notFound({ routeId: rootRoute.id });
}

const rootRoute = createRootRoute({ notFoundComponent: NotFound });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  pendingComponent: Loading,
  pendingMs: 0,
  pendingMinMs: 0,
  beforeLoad: async () => {
    await atMost(2_000, resolveCurrentUser());
    if (currentUser.get()) throw redirect({ to: paths.results, replace: true });
  },
  component: SignInScreen,
});

const interviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/interview/$hotelId',
  beforeLoad: async (context) => {
    requireId(context.params.hotelId);
    await requireSignIn(context);
  },
  component: load.signedIn,
});
const interviewScreenRoute = createRoute({
  getParentRoute: () => interviewRoute,
  path: '/',
  component: allowing('interviews.conduct', load.interview),
});
const exitRoute = createRoute({
  getParentRoute: () => interviewRoute,
  path: '/exit',
  component: allowing('actions.write', load.exit),
});

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.app,
  beforeLoad: requireSignIn,
  component: load.app,
});

/** Accepts any query: each screen validates its own (`lib/address.ts`). */
function validateSearch(search: Record<string, unknown>): Record<string, unknown> {
  return search;
}

function appScreen<P extends string>(path: P, component: AsyncRouteComponent<object>) {
  return createRoute({ getParentRoute: () => appRoute, path, component, validateSearch });
}

const hotelPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/hotels/$hotelId',
  beforeLoad: ({ params }) => requireId(params.hotelId),
  component: allowing('hotels.read', load.hotelPage),
  validateSearch,
});

const hotelReportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/hotels/$hotelId/report',
  beforeLoad: ({ params }) => requireId(params.hotelId),
  component: allowing('responses.read', load.hotelReport),
  validateSearch,
});

const roundRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/hotels/$hotelId/rounds/$roundId',
  beforeLoad: ({ params }) => {
    requireId(params.hotelId);
    requireId(params.roundId);
  },
  component: allowing('responses.read', load.round),
  validateSearch,
});

/**
 * Every address below /app that has no screen. Without this route an unknown address would match nothing,
 * and people who are signed out would see "not found" instead of sign-in (rule 48).
 */
const noScreenRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  beforeLoad: () => {
    throw notFound({ routeId: rootRoute.id });
  },
});

const results = allowing('responses.read', load.results);

const routeTree = rootRoute.addChildren([
  signInRoute,
  interviewRoute.addChildren([interviewScreenRoute, exitRoute]),
  appRoute.addChildren([
    appScreen('/', results),
    appScreen('/results', results),
    appScreen('/dashboard', load.dashboard),
    appScreen('/workflow-management', allowing('hotels.read', load.workflow)),
    appScreen('/hotel-management', allowing('hotels.read', load.hotels)),
    hotelPageRoute,
    hotelReportRoute,
    roundRoute,
    appScreen('/actions', allowing('actions.read', load.actions)),
    appScreen('/survey-builder', allowing('surveys.build', load.surveyBuilder)),
    appScreen('/user-management', allowing('users.manage', load.users)),
    appScreen('/archive', allowing('archive.read', load.archive)),
    appScreen('/audit', allowing('audit.read', load.audit)),
    appScreen('/background-work', allowing('settings.read', load.background)),
    appScreen('/sync', load.sync),
    noScreenRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageProblem,
  notFoundMode: 'root',
});

function atMost(milliseconds: number, act: Promise<unknown>): Promise<unknown> {
  return Promise.race([act, new Promise((done) => setTimeout(done, milliseconds))]);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
