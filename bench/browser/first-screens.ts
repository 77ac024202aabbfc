/** The screens that people open first, once they are signed in, each with its address in the demonstration. */
export const firstScreens = {
  board: '/app/workflow-management',
  interview: '/interview/1',
  results: '/app/results',
  dashboard: '/app/dashboard',
  hotel: '/app/hotels/27',
};
