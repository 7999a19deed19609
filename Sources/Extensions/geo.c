/*
** geo: distances, directions and boxes on the earth, for queries like "the ten nearest".
**
**   distance_km(lat1, lng1, lat2, lng2)
**       The great-circle distance in kilometres between two points.
**   bearing_deg(lat1, lng1, lat2, lng2)
**       The direction in which the great circle from the first point to the second begins, in
**       degrees clockwise from north, at least 0 and below 360. From a pole it is told by the
**       meridian that the point's longitude names; between a point and itself, and between
**       opposite points, there is no one direction, and what is returned is one of many.
**   box_south(lat, lng, km), box_north(…), box_west(…), box_east(…)
**       The sides, in degrees, of a box that holds every point within that distance: what an R*Tree
**       or an index over coordinates is asked first, so that distance_km is worked out for few
**       points. A box that would hold a pole or cross the 180th meridian reaches from -180 to 180,
**       so points whose longitudes are between -180 and 180 are never missed.
**
** Points are given in degrees, on a sphere of the earth's mean radius R1 = 6371.0088 km. Integers
** and reals are taken; if any argument is NULL the result is NULL. All are deterministic and
** innocuous, so they may stand in an index, a view or a generated column.
**
** Errors: an argument that is text or a blob; a latitude beyond +-90; a longitude that is not
** finite; a distance that is negative or no number. Other longitudes are taken round the earth: 190
** is -170.
**
** Limits: the earth is no sphere, so up to 0.6 % from the distance on the WGS 84 ellipsoid. As
** arithmetic a distance is within ten nanometres, also for points that almost coincide or lie
** opposite each other; a box is a tenth of a millimetre larger than it need be on each side. Needs
** the C library's mathematics (-lm where that is apart).
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

static double bearing(double lat1, double lng1, double lat2, double lng2) {
  double turn = remainder(remainder(lng2, 360) - remainder(lng1, 360), 360);
  double east = sine(turn) * cosine(lat2);
  double north = cosine(lat1) * sine(lat2) - sine(lat1) * cosine(lat2) * cosine(turn);
  double degrees = atan2(east, north) / RADIANS_PER_DEGREE;
  /* A tiny negative angle would round to 360 itself. */
  double positive = degrees < 0 ? degrees + 360 : degrees;
  return positive < 360 ? positive : 0;
}

/* Larger than the rounding of all that is worked out here: a tenth of a millimetre. */
#define MARGIN_DEGREES 1e-9

/* The sides of a box are told apart by these. */
enum side { SOUTH, NORTH, WEST, EAST };

static double box(enum side side, double lat, double lng, double km) {
  double radius = km / EARTH_RADIUS_KM / RADIANS_PER_DEGREE + MARGIN_DEGREES;
  double south = lat - radius;
  double north = lat + radius;
  if (side == SOUTH) return south > -90 ? south : -90;
  if (side == NORTH) return north < 90 ? north : 90;
  double edge = side == WEST ? -180 : 180;
  if (!(south > -90 && north < 90)) return edge;
  /* The circle's easternmost point lies where its meridian touches it. */
  double half = asin(fmin(1, sine(radius) / cosine(lat))) / RADIANS_PER_DEGREE + MARGIN_DEGREES;
  double middle = remainder(lng, 360);
  if (!(middle - half >= -180 && middle + half <= 180)) return edge;
  return side == WEST ? middle - half : middle + half;
}

/* What an argument may be. */
enum kind { LATITUDE, LONGITUDE, DISTANCE };

/* A function as it is registered: how its arguments are called, and what works it out. */
struct function {
  const char *name;
  int count;
  const char *arguments[4];
  enum kind kinds[4];
  double (*of_points)(double, double, double, double);
  enum side side;
};

static const struct function functions[] = {
  {"distance_km", 4, {"lat1", "lng1", "lat2", "lng2"}, {LATITUDE, LONGITUDE, LATITUDE, LONGITUDE},
   distance, SOUTH},
  {"bearing_deg", 4, {"lat1", "lng1", "lat2", "lng2"}, {LATITUDE, LONGITUDE, LATITUDE, LONGITUDE},
   bearing, SOUTH},
  {"box_south", 3, {"lat", "lng", "km", NULL}, {LATITUDE, LONGITUDE, DISTANCE, 0}, NULL, SOUTH},
  {"box_north", 3, {"lat", "lng", "km", NULL}, {LATITUDE, LONGITUDE, DISTANCE, 0}, NULL, NORTH},
  {"box_west", 3, {"lat", "lng", "km", NULL}, {LATITUDE, LONGITUDE, DISTANCE, 0}, NULL, WEST},
  {"box_east", 3, {"lat", "lng", "km", NULL}, {LATITUDE, LONGITUDE, DISTANCE, 0}, NULL, EAST},
};

/* Reports a wrong argument as an SQL error; frees `message`, which is null if memory ran out. */
static void refuse(sqlite3_context *context, char *message) {
  if (message) sqlite3_result_error(context, message, -1);
  else sqlite3_result_error_nomem(context);
  sqlite3_free(message);
}

/* Takes argument `index` as a number; returns 0 after reporting why it cannot. */
static int take(
  sqlite3_context *context, const struct function *function, sqlite3_value *value, int index,
  double *number
) {
  const char *name = function->arguments[index];
  enum kind kind = function->kinds[index];
  int type = sqlite3_value_type(value);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
    const char *found = type == SQLITE_TEXT ? "text" : "a blob";
    refuse(context, sqlite3_mprintf("%s: %s is %s, not a number", function->name, name, found));
    return 0;
  }
  *number = sqlite3_value_double(value);
  const char *rule = NULL;
  if (kind == LATITUDE && !(fabs(*number) <= 90)) rule = "-90 to 90";
  if (kind == LONGITUDE && !isfinite(*number)) rule = "finite";
  if (kind == DISTANCE && !(*number >= 0)) rule = "0 or more";
  if (!rule) return 1;
  refuse(
    context, sqlite3_mprintf("%s: %s is %!.15g, not %s", function->name, name, *number, rule)
  );
  return 0;
}

static void call(sqlite3_context *context, int count, sqlite3_value **values) {
  const struct function *function = sqlite3_user_data(context);
  double numbers[4] = {0, 0, 0, 0};
  for (int i = 0; i < count; i++) {
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) return;
  }
  for (int i = 0; i < count; i++) {
    if (!take(context, function, values[i], i, &numbers[i])) return;
  }
  double result = function->of_points
    ? function->of_points(numbers[0], numbers[1], numbers[2], numbers[3])
    : box(function->side, numbers[0], numbers[1], numbers[2]);
  sqlite3_result_double(context, result);
}

#ifdef _WIN32
__declspec(dllexport)
#endif
int sqlite3_geo_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  (void)message;
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const struct function *function = &functions[i];
    int code = sqlite3_create_function(
      db, function->name, function->count, flags, (void *)function, call, NULL, NULL
    );
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}
