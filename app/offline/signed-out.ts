/** The header of a page that was made knowing that nobody is signed in: what the device keeps of the admin area is to go. */
export const SIGNED_OUT = 'X-Meki-Signed-Out';
