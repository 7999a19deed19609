/*
** geo: distances on the earth, for queries like "the ten nearest".
**
**   distance_km(lat1, lng1, lat2, lng2)
**       The great-circle distance in kilometres between two points given in degrees, on a sphere of
**       the earth's mean radius R1 = 6371.0088 km. Integers and reals are taken; if any argument is
**       NULL the result is NULL. Deterministic and innocuous, so it may stand in an index, a view
**       or a generated column.
**
** Errors: an argument that is text or a blob; a latitude beyond +-90; a longitude that is not
** finite. Other longitudes are taken round the earth: 190 is -170.
**
** Limits: the earth is no sphere, so up to 0.6 % from the distance on the WGS 84 ellipsoid. As
** arithmetic the result is within ten nanometres, also for points that almost coincide or lie
** opposite each other. Needs the C library's mathematics (-lm where that is apart).
**
** Compiled in with SQLITE_CORE, else a loadable extension; the entry point is sqlite3_geo_init.
*/
#include <math.h>
#include <stddef.h>
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

#define EARTH_RADIUS_KM 6371.0088
#define RADIANS_PER_DEGREE 0.017453292519943295769

/* Both are exact at multiples of 90 degrees; `degrees` is within +-180. */
static double sine(double degrees) {
  double magnitude = fabs(degrees);
  double value = magnitude <= 45 ? sin(magnitude * RADIANS_PER_DEGREE)
    : magnitude < 135            ? cos((magnitude - 90) * RADIANS_PER_DEGREE)
                                 : sin((180 - magnitude) * RADIANS_PER_DEGREE);
  return degrees < 0 ? -value : value;
}

static double cosine(double degrees) { return sine(90 - fabs(degrees)); }

/*
** The haversine formula, with the squares of the sine and the cosine of half the angle each written
** as a sum of squares: nothing is subtracted from 1, so nothing is lost near 0 or near 180 degrees.
*/
static double distance(double lat1, double lng1, double lat2, double lng2) {
  double half_difference = (lat2 - lat1) / 2;
  double half_sum = (lat2 + lat1) / 2;
  double half_turn = remainder(remainder(lng2, 360) - remainder(lng1, 360), 360) / 2;
  double across = sine(half_turn);
  double along = cosine(half_turn);
  double half_sine = hypot(sine(half_difference) * along, cosine(half_sum) * across);
  double half_cosine = hypot(cosine(half_difference) * along, sine(half_sum) * across);
  return 2 * EARTH_RADIUS_KM * atan2(half_sine, half_cosine);
}

static const char *const argument_names[] = {"lat1", "lng1", "lat2", "lng2"};

/* Reports a wrong argument as an SQL error; frees `message`, which is null if memory ran out. */
static void refuse(sqlite3_context *context, char *message) {
  if (message) sqlite3_result_error(context, message, -1);
  else sqlite3_result_error_nomem(context);
  sqlite3_free(message);
}

/* Takes argument `index` as degrees; returns 0 after reporting why it cannot. */
static int take_degrees(
  sqlite3_context *context, sqlite3_value *value, int index, double *degrees
) {
  const char *name = argument_names[index];
  int is_latitude = index % 2 == 0;
  int type = sqlite3_value_type(value);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
    const char *found = type == SQLITE_TEXT ? "text" : "a blob";
    refuse(context, sqlite3_mprintf("distance_km: %s is %s, not a number", name, found));
    return 0;
  }
  *degrees = sqlite3_value_double(value);
  if (is_latitude && !(fabs(*degrees) <= 90)) {
    refuse(context, sqlite3_mprintf("distance_km: %s is %!.15g, not -90 to 90", name, *degrees));
    return 0;
  }
  if (!isfinite(*degrees)) {
    refuse(context, sqlite3_mprintf("distance_km: %s is %g, not finite", name, *degrees));
    return 0;
  }
  return 1;
}

static void distance_km(sqlite3_context *context, int count, sqlite3_value **values) {
  double degrees[4];
  (void)count;
  for (int i = 0; i < 4; i++) {
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) return;
  }
  for (int i = 0; i < 4; i++) {
    if (!take_degrees(context, values[i], i, &degrees[i])) return;
  }
  sqlite3_result_double(context, distance(degrees[0], degrees[1], degrees[2], degrees[3]));
}

#ifdef _WIN32
__declspec(dllexport)
#endif
int sqlite3_geo_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  (void)message;
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  return sqlite3_create_function(db, "distance_km", 4, flags, NULL, distance_km, NULL, NULL);
}
