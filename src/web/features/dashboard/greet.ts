/** Returns the greeting for an hour of the day, with the person's first name. */
export function greet(name: string, hour: number): string {
  const [firstName = ''] = name.split(' ');
  return firstName ? `${greetingAt(hour)}, ${firstName}` : greetingAt(hour);
}

/** Night has no greeting of its own: “Good evening” at four is as wrong as “Good morning”. */
function greetingAt(hour: number): string {
  if (hour < 5) return 'Hello';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
